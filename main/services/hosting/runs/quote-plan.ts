import type { z } from 'zod';
import type { planChoice } from '#shared/contract/hosting/resources/plans.ts';
import { fromMinor, percentText, toMinor } from '#shared/flows/money.ts';
import {
  addedPercent,
  comparePrices,
  currentPrice,
  estimateNow,
  type NowTerms,
  type PlanRefusal,
  pricePlan,
  withCurrentSizes,
} from '#shared/flows/plan-quote.ts';
import { compareSizes } from '#shared/flows/upgrade-observation.ts';
import { AppError } from '#shared/texts/errors.ts';
import { type FieldReason, fieldError } from '#shared/texts/field-reasons.ts';
import { toIso } from '../../../platform/clock.ts';
import { ProviderError } from '../../../provider/provider-error.ts';
import type { Queries } from '../../../storage/database/schema.ts';
import type { ServerRow } from '../../../storage/store/hosting/servers.ts';
import { listRuns } from '../../../storage/store/hosting/upgrade-runs.ts';
import { orderOf, shownRunBasis, sizesOf } from '../../../storage/store/stored-columns.ts';
import type { StoredPlan } from '../../../storage/store/stored-shapes.ts';
import type { AppContext } from '../../context.ts';
import { currencyOf, type HostingContext } from '../hosting-context.ts';
import { mapProviderErrors, providerFailure } from '../provider-errors.ts';
import { listOf } from '../servers/server-price.ts';
import { cycleOf } from '../servers/servers.ts';

export type PlanChoice = { [Name in keyof typeof planChoice]?: z.output<(typeof planChoice)[Name]> } & { rid: number };

/** What is wrong with the field of a component. */
const fieldReasonOf = {
  cycle_not_offered: 'not_offered',
  not_custom: 'not_offered',
  component_missing: 'required',
  component_not_offered: 'not_offered',
} as const satisfies Record<PlanRefusal, FieldReason>;

const refuse = (refusal: PlanRefusal, component: string | undefined): never => {
  throw new AppError('PLAN_NOT_OFFERED', {
    reason: refusal,
    ...(component !== undefined && { errors: [fieldError(component, { reason: fieldReasonOf[refusal] }, refusal)] }),
  });
};

/**
 * When the provider would want the next payment; null if it does not say, because any guess would be an estimate at
 * best.
 */
const dueDateOf = async ({ provider }: HostingContext, server: ServerRow): Promise<string | null> => {
  try {
    const prices = await provider.getBillingcyclePrices({ serviceid: server.service_id });
    return prices.find(({ billingcycle }) => billingcycle === cycleOf(server))?.duedate ?? null;
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  }
};

/** Whether the upgrade needs a reboot. Only an explicit yes counts; otherwise it is only possible (seed 001 §4). */
export const askReboot = async ({ provider }: HostingContext, server: ServerRow): Promise<'likely' | 'possible'> => {
  const { reboot } = await mapProviderErrors(provider.checkUpgradeReboot({ serviceid: server.service_id }));
  return reboot === 'likely' ? 'likely' : 'possible';
};

/** Among so many runs, the newest first, an invoice that was applied is looked for. */
const recentRuns = 20;

/**
 * By how many percent the last invoice that was applied exceeded its estimate without what was added. Null if it didn't, or
 * for another reason.
 */
const lastAdded = async (db: Queries, { scope, settings }: HostingContext): Promise<string | null> => {
  const { rows: runs } = await listRuns(db, scope, { show: 'all' }, { limit: recentRuns, offset: 0 });
  for (const run of runs) {
    if (run.applied_at === null || run.state === 'awaiting_payment') continue;
    const order = orderOf(run);
    const terms = shownRunBasis(run).plan?.now_terms;
    const isComparable = order?.currency === null || order?.currency === currencyOf(settings);
    // Nothing can be learned from what cost nothing, or had no estimate.
    if (order?.total && toMinor(order.total) !== 0 && terms && isComparable) return addedPercent(terms, order.total);
  }
  return null;
};

/** What is added to an estimate: as an owner has set it, or as the last invoice had it. */
const addedNow = async (db: Queries, hosting: HostingContext): Promise<Pick<NowTerms, 'added' | 'is_set'>> => {
  const rate = hosting.settings?.tax_rate ?? null;
  if (rate === null) return { added: await lastAdded(db, hosting), is_set: false };
  return { added: rate === 0 ? null : percentText(rate), is_set: true };
};

/**
 * What a server would get and cost with a choice, according to the current price list.
 * @throws AppError PLAN_NOT_OFFERED, DISK_CANNOT_SHRINK, PROVIDER_…
 */
export const quotePlan = async (
  { db, clock }: AppContext,
  hosting: HostingContext,
  server: ServerRow,
  choice: PlanChoice,
): Promise<StoredPlan> => {
  const cycle = cycleOf(server);
  const before = sizesOf(server);
  const { changes, restarts } = hosting.provider.capabilities;
  const [{ plans, unreadable }, dueDate] = await Promise.all([
    mapProviderErrors(hosting.provider.getPriceList(listOf(server))),
    changes === 'order' && cycle !== 'hourly' ? dueDateOf(hosting, server) : null,
  ]);
  const plan = plans.find(({ rid }) => rid === choice.rid);
  const broken = unreadable.find(({ rid }) => rid === choice.rid);
  if (!plan && broken) {
    throw providerFailure(new ProviderError('get_price_list', 'unexpected_shape', { sent: true, unreadable: broken }));
  }
  if (!plan) throw new AppError('PLAN_NOT_OFFERED', { reason: 'plan_not_listed' });
  const completed = withCurrentSizes(plan, choice, before);
  const priced = pricePlan(plan, completed, cycle);
  if ('refusal' in priced) return refuse(priced.refusal, priced.component);
  const { price, sizes } = priced;
  if (before.disk_gb !== null && sizes.disk_gb !== null && sizes.disk_gb < before.disk_gb) {
    throw new AppError('DISK_CANNOT_SHRINK', {
      reason: 'smaller_disk',
      params: { current_gb: before.disk_gb, wanted_gb: sizes.disk_gb },
    });
  }
  const present = plans.find(({ current }) => current === 1);
  // Without a visible change, nothing could ever prove that the upgrade happened. Without an order, the plan shows it.
  const isVisible =
    changes === 'order' ? compareSizes({ before, target: sizes }, before) === 'as_before' : present?.rid !== choice.rid;
  if (!isVisible) throw new AppError('PLAN_NOT_OFFERED', { reason: 'no_change' });
  const now = (present && currentPrice(present, before, cycle)) ?? null;
  const today = toIso(clock.now()).slice(0, 10);
  const estimate =
    now === null || changes === 'immediate'
      ? undefined
      : estimateNow(price, now, cycle, today, dueDate, await addedNow(db.read, hosting));
  return {
    ...choice,
    ...completed,
    name: plan.name,
    sizes,
    billingcycle: cycle,
    price,
    current_price: now,
    ...comparePrices(price, now, cycle),
    now_estimate: estimate === undefined ? null : fromMinor(estimate.total),
    now_terms: estimate?.terms ?? null,
    // Without an order, the provider cannot assess the reboot.
    reboot: restarts === 'always' ? 'likely' : 'possible',
  };
};

/** A quote's monthly cost, in cents. */
export const costOf = ({ monthly }: StoredPlan): number => toMinor(monthly);
