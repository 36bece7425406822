import type { getPriceList } from '#shared/contract/hosting/get-price-list.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { type BillingCycle, type Sizes, sizeNames } from '#shared/hosting.ts';
import { comparePrices, currentPrice } from '#shared/plan-quote.ts';
import type { Translate } from '../../languages/translate.ts';
import type { Server } from './servers.logic.ts';

export type PriceOption = OutputOf<typeof getPriceList>['price_options'][number];

/** What is billed where the provider does not tell it: the default of seed 001 §4. */
export const cycleOf = ({ billingcycle }: Pick<Server, 'billingcycle'>): BillingCycle => billingcycle ?? 'monthly';

export const isCustom = ({ components }: Pick<PriceOption, 'components'>): boolean => components.length > 0;

/** Plans in the provider's order of display, the custom ones at the end. */
export const inOrder = (options: readonly PriceOption[]): PriceOption[] =>
  options.toSorted(
    (one, other) => Number(isCustom(one)) - Number(isCustom(other)) || one.mysort - other.mysort || one.rid - other.rid,
  );

/** Whether nothing that is known of a plan differs from what a server has. */
export const sameSizes = (offered: Sizes, present: Sizes): boolean =>
  sizeNames.every((name) => offered[name] === null || offered[name] === present[name]);

/** Why a server cannot move to a plan; undefined where it can. Sizes of a custom plan are judged when they are chosen. */
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
    return t('hosting.plans.diskShrinks');
  }
  return plan.current || sameSizes(plan.sizes, sizes) ? t('hosting.plans.isCurrent') : undefined;
};

/** What the server's present plan costs in one cycle, as far as the list tells. */
export const presentPrice = (
  options: readonly PriceOption[],
  server: Pick<Server, 'billingcycle' | 'sizes'>,
): string | null => {
  const present = options.find(({ current }) => current);
  return (present && currentPrice(present, server.sizes, cycleOf(server))) ?? null;
};

/** A price of one cycle by the month, and against what is paid now. */
export const monthlyOf = (price: string, present: string | null, cycle: BillingCycle) =>
  comparePrices(price, present, cycle);
