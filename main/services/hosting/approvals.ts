import type { z } from 'zod';
import type { approval } from '#shared/contract/hosting/resources/approvals.ts';
import { approvalMs, coversAmount, needsApproval, orderAmount, planAmount } from '#shared/flows/approval.ts';
import { capabilitiesOf } from '#shared/flows/hosting-providers.ts';
import { fromMinor, type Minor } from '#shared/flows/money.ts';
import { isOwner } from '#shared/rules/permissions.ts';
import { erasedName } from '#shared/texts/audit.ts';
import { AppError } from '#shared/texts/errors.ts';
import { toIso } from '../../platform/clock.ts';
import { remainingWait } from '../../platform/remaining-wait.ts';
import type { Queries, WriteTransaction } from '../../storage/database/schema.ts';
import {
  type ApprovalRow,
  deleteApprovalOf,
  findApprovalOf,
  type SeenApprovalRow,
} from '../../storage/store/hosting/approvals.ts';
import {
  findProviderSettings,
  type HostingScope,
  type ProviderSettingsRow,
} from '../../storage/store/hosting/provider-settings.ts';
import type { RunRow } from '../../storage/store/hosting/upgrade-runs.ts';
import { findUser } from '../../storage/store/identity/users.ts';
import { orderOf, runBasis } from '../../storage/store/stored-columns.ts';
import type { AppContext } from '../context.ts';
import { currencyOf } from './hosting-context.ts';

/** What someone agrees to. */
export type AskedChange = Pick<ApprovalRow, 'kind' | 'service_id' | 'wanted' | 'amount'>;

/** Whether a request, or the agreement to it, is too old to count. */
export const isExpired = ({ requested_at, approved_at }: ApprovalRow, now: number): boolean =>
  remainingWait((approved_at ?? requested_at) + approvalMs, now, approvalMs) === 0;

/** A new limit, as a request names it. Null for none. */
export const limitWanted = (limit: Minor | null): string => (limit === null ? '' : fromMinor(limit));

/** What starting or ordering a run's upgrade costs, in cents; null if no one knows. */
const runAmount = (run: RunRow, settings: ProviderSettingsRow | undefined): Minor | null => {
  const order = orderOf(run);
  const added = Math.max(0, (run.cost_after ?? run.cost_before) - run.cost_before);
  if (order) return orderAmount(order, added, currencyOf(settings));
  const { plan } = runBasis(run);
  return plan ? planAmount(plan, capabilitiesOf(run.provider).changes) : null;
};

/** The upgrade of a run as something to agree to. Without `amount`, its own. */
export const askedUpgrade = (
  run: RunRow,
  settings: ProviderSettingsRow | undefined,
  amount: Minor | null = runAmount(run, settings),
): AskedChange => ({ kind: 'upgrade', service_id: run.service_id, wanted: run.id, amount });

/** Whether someone other than `by`, who is still an owner, has agreed to exactly this. Null for the service itself. */
const isApproved = async (
  tx: Queries,
  scope: HostingScope,
  asked: AskedChange,
  by: string | null,
  now: number,
): Promise<boolean> => {
  const found = await findApprovalOf(tx, scope, asked);
  if (!found || found.wanted !== asked.wanted || found.approved_by === null || found.approved_by === by) return false;
  if (isExpired(found, now) || !coversAmount(found.amount, asked.amount)) return false;
  const approver = await findUser(tx, found.approved_by);
  return approver?.tenant_id === scope.tenantId && approver.status === 'active' && isOwner(approver.role);
};

/** Why a change has to be agreed to first; undefined if it doesn't. */
export const approvalRefusal = async (
  { clock }: Pick<AppContext, 'clock'>,
  tx: Queries,
  scope: HostingScope,
  asked: AskedChange,
  by: string | null,
): Promise<AppError | undefined> => {
  const limit = (await findProviderSettings(tx, scope.tenantId))?.approval_limit ?? null;
  const { amount } = asked;
  if (limit === null || !needsApproval(limit, amount)) return undefined;
  if (await isApproved(tx, scope, asked, by, clock.now())) return undefined;
  return amount === null
    ? new AppError('STATE_CONFLICT', { reason: 'approval_unknown', params: { limit: fromMinor(limit) } })
    : new AppError('STATE_CONFLICT', {
        reason: 'approval_needed',
        params: { amount: fromMinor(amount), limit: fromMinor(limit) },
      });
};

/**
 * DECISION 0286: refuses a change that costs more than the organization's limit, or no one knows how much, unless another
 * owner than who makes it has agreed. Asked in the transaction that stores the intent.
 * @param by who makes the change; null for the service, which does what an owner has planned
 * @throws AppError STATE_CONFLICT
 */
export const requireApproved = async (
  context: Pick<AppContext, 'clock'>,
  tx: WriteTransaction,
  scope: HostingScope,
  asked: AskedChange,
  by: string | null,
): Promise<void> => {
  const refusal = await approvalRefusal(context, tx, scope, asked, by);
  if (refusal) throw refusal;
};

/** Whether {@link requireApproved} would refuse it. */
export const lacksApproval = async (
  context: Pick<AppContext, 'clock'>,
  db: Queries,
  scope: HostingScope,
  asked: AskedChange,
): Promise<boolean> => (await approvalRefusal(context, db, scope, asked, null)) !== undefined;

/** Whether a limit lets more through than another one. Null for no limit. */
export const isLooser = (limit: Minor | null, than: Minor | null): boolean =>
  than !== null && (limit === null || limit > than);

/**
 * Whoever could raise the limit alone would have no limit. An agreement to that is used up by it.
 * @throws AppError STATE_CONFLICT
 */
export const requireLimitApproved = async (
  { clock }: Pick<AppContext, 'clock'>,
  tx: WriteTransaction,
  { tenant_id, mode, approval_limit }: ProviderSettingsRow,
  next: Minor | null,
  by: string,
): Promise<void> => {
  if (approval_limit === null || !isLooser(next, approval_limit)) return;
  const scope = { tenantId: tenant_id, mode };
  const asked = { kind: 'limit', service_id: '', wanted: limitWanted(next), amount: next } as const;
  if (!(await isApproved(tx, scope, asked, by, clock.now()))) {
    throw new AppError('STATE_CONFLICT', {
      reason: 'approval_limit_kept',
      params: { limit: fromMinor(approval_limit) },
    });
  }
  await deleteApprovalOf(tx, scope, asked);
};

/** @param viewer whoever sees it: no one agrees to their own request */
export const presentApproval = (row: SeenApprovalRow, viewer: string): z.output<typeof approval> => ({
  approval_id: row.id,
  kind: row.kind,
  serviceid: row.service_id === '' ? null : row.service_id,
  server_label: row.service_id === '' ? null : (row.server_label ?? `Server#${row.service_id}`),
  run_id: row.kind === 'upgrade' ? row.wanted : null,
  wanted: row.kind === 'upgrade' || row.wanted === '' ? null : row.wanted,
  amount: row.amount === null ? null : fromMinor(row.amount),
  requested_by: row.requested_by_name ?? erasedName,
  requested_at: toIso(row.requested_at),
  is_own: row.requested_by === viewer,
  approved_by: row.approved_at === null ? null : (row.approved_by_name ?? erasedName),
  approved_at: row.approved_at === null ? null : toIso(row.approved_at),
  expires_at: toIso((row.approved_at ?? row.requested_at) + approvalMs),
});
