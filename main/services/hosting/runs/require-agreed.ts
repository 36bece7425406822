import { type Doubt, doubtAbout } from '#shared/flows/agreement.ts';
import { fromMinor, toMinor } from '#shared/flows/money.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { ProviderSettingsRow } from '../../../storage/store/hosting/provider-settings.ts';
import type { RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { orderOf } from '../../../storage/store/stored-columns.ts';
import { currencyOf } from '../hosting-context.ts';
import { totalOf } from './pending-order.ts';

/** What an owner says about an order that they have not agreed to before. */
export interface Acceptance {
  /** The total that they have seen. */
  accept_total?: string | undefined;
  /** Whether they go on although the provider names no total. */
  accept_unknown_total?: boolean | undefined;
  /** Whether they go on although no one knows if it fits the budget. */
  accept_over_budget?: boolean | undefined;
}

type AgreedSettings = Pick<ProviderSettingsRow, 'currency' | 'told_currency' | 'monthly_budget'> | undefined;

/** What an owner still has to agree to; undefined if nothing. */
export const doubtOf = (run: RunRow, settings: AgreedSettings): Doubt | undefined =>
  doubtAbout(orderOf(run), run.agreed_total === null ? null : fromMinor(run.agreed_total), currencyOf(settings));

const requireInvoiceAgreed = (
  run: RunRow,
  settings: AgreedSettings,
  { accept_total, accept_unknown_total }: Acceptance,
): void => {
  const doubt = doubtOf(run, settings);
  const order = orderOf(run);
  if (!doubt || !order) return;
  const total = totalOf(order);
  if (total === null || order.total === null) {
    if (accept_unknown_total) return;
    throw new AppError('STATE_CONFLICT', { reason: 'invoice_unknown' });
  }
  if (accept_total !== undefined && toMinor(accept_total) === total) return;
  switch (doubt) {
    case 'invoice_differs': {
      const params = { agreed: fromMinor(run.agreed_total ?? 0), total: order.total };
      throw new AppError('STATE_CONFLICT', { reason: 'invoice_differs', params });
    }
    case 'invoice_currency': {
      const params = { total: order.total, currency: order.currency ?? '' };
      throw new AppError('STATE_CONFLICT', { reason: 'invoice_currency', params });
    }
    default:
      throw new AppError('STATE_CONFLICT', { reason: 'invoice_not_agreed', params: { total: order.total } });
  }
};

/**
 * DECISION 0114, 0119: refuses to apply an order whose invoice no owner has agreed to, or one that was made elsewhere, so
 * that no one knows if it fits the budget, unless the caller says that they have seen that.
 * @throws AppError STATE_CONFLICT
 */
export const requireAgreed = (run: RunRow, settings: AgreedSettings, acceptance: Acceptance): void => {
  requireInvoiceAgreed(run, settings, acceptance);
  const budget = settings?.monthly_budget ?? null;
  if (budget === null || run.cost_after !== null || acceptance.accept_over_budget) return;
  throw new AppError('STATE_CONFLICT', { reason: 'budget_unknown', params: { budget: fromMinor(budget) } });
};
