import { fromMinor } from '#shared/flows/money.ts';
import { given } from '../../../mail/mail-params.ts';
import { latestAuditEvents } from '../../../storage/store/audit/audit-events.ts';
import type { ProviderSettingsRow } from '../../../storage/store/hosting/provider-settings.ts';
import { detailsOf } from '../../../storage/store/stored-columns.ts';
import type { SystemContext } from '../../context.ts';
import { emailOwners } from '../../identity/email-owners.ts';
import { recordEvent, systemActor } from '../../recording/record-event.ts';
import { currencyOf, scopeOf } from '../hosting-context.ts';
import { providerTarget } from '../targets.ts';
import { costWithOrders } from './budget.ts';
import { monthOf } from './reconcile.ts';

/**
 * Tells the owners that hosting exceeds the budget, whatever the cause: prices, servers and addresses change without
 * anyone in Castellan having done anything. DECISION 0119: once a month for each budget, as the audit log shows.
 */
export const alertOfBudget = async (context: SystemContext, settings: ProviderSettingsRow): Promise<void> => {
  const { clock, db } = context;
  const { tenant_id: tenantId, mode, monthly_budget: budget } = settings;
  // Nothing in the sandbox costs anything.
  if (budget === null || mode === 'sandbox') return;
  const cost = await costWithOrders(db.read, scopeOf(settings));
  if (cost <= budget) return;
  const details = { monthly_cost: fromMinor(cost), monthly_budget: fromMinor(budget) };
  await db.transaction({ tenant: tenantId }, async (tx) => {
    const from = Date.parse(`${monthOf(clock.now())}-01`);
    const [last] = await latestAuditEvents(tx, { tenantId, actions: ['alertOfBudget'], from }, 1);
    if (last && detailsOf(last).monthly_budget === details.monthly_budget) return;
    const currency = currencyOf(settings);
    const owners = await emailOwners(context, tx, tenantId, 'budget_exceeded', (named) => ({
      ...named,
      amount: given.money(details.monthly_cost, currency),
      budget: given.money(details.monthly_budget, currency),
    }));
    await recordEvent(context, tx, {
      action: 'alertOfBudget',
      actor: systemActor(tenantId),
      target: providerTarget(tenantId, mode),
      details: { ...details, owners },
    });
  });
};
