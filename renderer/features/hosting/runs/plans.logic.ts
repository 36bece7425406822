import type { getPriceList } from '#shared/contract/hosting/get-price-list.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { type BillingCycle, isSameSize, type Sizes, sizeNames } from '#shared/hosting.ts';
import { comparePrices, currentPrice } from '#shared/plan-quote.ts';
import type { Translate } from '../../../languages/translate.ts';
import { type Server, unreadableText } from '../servers/servers.logic.ts';

type PriceList = OutputOf<typeof getPriceList>;
export type PriceOption = PriceList['price_options'][number];
export type UnreadablePlan = PriceList['unreadable'][number];

/** Billing cycle to assume if the provider doesn't report one: the default of seed 001 §4. */
export const cycleOf = ({ billingcycle }: Pick<Server, 'billingcycle'>): BillingCycle => billingcycle ?? 'monthly';

export const isCustom = ({ components }: Pick<PriceOption, 'components'>): boolean => components.length > 0;

/** Plans in the provider's display order, custom ones last. */
export const inOrder = (options: readonly PriceOption[]): PriceOption[] =>
  options.toSorted(
    (one, other) => Number(isCustom(one)) - Number(isCustom(other)) || one.mysort - other.mysort || one.rid - other.rid,
  );

/** Whether all known facts about a plan match the server's. */
export const sameSizes = (offered: Sizes, present: Sizes): boolean =>
  sizeNames.every((name) => offered[name] === null || isSameSize(name, offered[name], present[name]));

/** Why a server cannot move to a plan; undefined if it can. Custom plan sizes are checked when chosen. */
export const planDisabledReason = (
  plan: PriceOption,
  server: Pick<Server, 'billingcycle' | 'sizes'>,
  t: Translate,
): string | undefined => {
  const cycle = cycleOf(server);
  if (plan[cycle] === null) return t('hosting.plans.notInCycle', { cycle: t(`hosting.cycles.${cycle}`) });
  if (isCustom(plan)) return undefined;
  const { sizes } = server;
  if (plan.sizes.disk_gb !== null && sizes.disk_gb !== null && plan.sizes.disk_gb < sizes.disk_gb) {
    return t('hosting.plans.diskShrinks', { present: sizes.disk_gb, planned: plan.sizes.disk_gb });
  }
  return plan.current || sameSizes(plan.sizes, sizes) ? t('hosting.plans.isCurrent') : undefined;
};

/** Which plan is left out, and why. */
export const unreadablePlanText = ({ position, name, ...row }: UnreadablePlan, t: Translate): string =>
  unreadableText(name ?? t('hosting.plans.unreadable.plan', { position }), row, t);

/** What the server's current plan costs per cycle, as far as the price list says. */
export const presentPrice = (
  options: readonly PriceOption[],
  server: Pick<Server, 'billingcycle' | 'sizes'>,
): string | null => {
  const present = options.find(({ current }) => current);
  return (present && currentPrice(present, server.sizes, cycleOf(server))) ?? null;
};

/** The price of one cycle per month, and compared with the current price. */
export const monthlyOf = (price: string, present: string | null, cycle: BillingCycle) =>
  comparePrices(price, present, cycle);

/** What the server's current plan costs per month: its list price, else its known cost. */
export const currentMonthly = (
  server: Pick<Server, 'billingcycle' | 'approximate_cost'>,
  present: string | null,
): string => (present === null ? server.approximate_cost : monthlyOf(present, null, cycleOf(server)).monthly);
