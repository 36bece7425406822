import { AppError, type EndReason } from '#shared/texts/errors.ts';
import type { CallerRow } from '../storage/store/identity/callers.ts';

/** The refusal of a session that has ended. */
export const endedWith = (reason: EndReason): AppError => new AppError('SESSION_ENDED', { reason });

/** Why a session has ended, or undefined if it is open. */
export const endOf = (row: CallerRow): EndReason | undefined => {
  if (row.ended_at !== null) return row.end_reason ?? 'revoked';
  if (row.status === 'removed' || row.status === 'disabled') return row.status;
  if (row.status !== 'active' || row.tenant_delete_at !== null) return 'deleted';
  return undefined;
};

/** @throws AppError SESSION_ENDED */
export const assertOpen = (row: CallerRow): void => {
  const reason = endOf(row);
  if (reason !== undefined) throw endedWith(reason);
};
