import { differsFrom, fromMinor, toMinor } from '#shared/flows/money.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { orderOf } from '../../../storage/store/stored-columns.ts';
import { totalOf } from './pending-order.ts';

/**
 * DECISION 0114: refuses to apply an order whose invoice differs from what was agreed, unless the caller has seen it.
 * @throws AppError STATE_CONFLICT
 */
export const requireAgreed = (run: RunRow, accepted: string | undefined): void => {
  const order = orderOf(run);
  const total = order && totalOf(order);
  if (!order?.total || total === null || run.agreed_total === null || !differsFrom(run.agreed_total, total)) return;
  if (accepted !== undefined && toMinor(accepted) === total) return;
  const params = { agreed: fromMinor(run.agreed_total), total: order.total };
  throw new AppError('STATE_CONFLICT', { reason: 'invoice_differs', params });
};
