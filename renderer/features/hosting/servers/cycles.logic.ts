import type { getBillingcyclePrices } from '#shared/contract/hosting/get-billingcycle-prices.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { BillingCycle } from '#shared/flows/hosting.ts';
import type { Translate } from '../../../languages/translate.ts';
import type { Server } from './servers.logic.ts';

export type CyclePrice = OutputOf<typeof getBillingcyclePrices>['prices'][number];

/** Why a billing cycle is not available for a server; undefined if it is, or if the server has it. */
export const cycleDisabledReason = (
  cycle: BillingCycle,
  prices: readonly Pick<CyclePrice, 'billingcycle'>[],
  { billingcycle }: Pick<Server, 'billingcycle'>,
  t: Translate,
): string | undefined => {
  if (cycle === billingcycle || prices.some((price) => price.billingcycle === cycle)) return undefined;
  return t(cycle === 'hourly' ? 'hosting.cycle.hourlyDisabled' : 'hosting.cycle.notOffered');
};

/** What a billing cycle saves per month against the monthly one, in percent; undefined if that is less than one. */
export const savingOf = (
  { monthly }: Pick<CyclePrice, 'monthly'>,
  prices: readonly Pick<CyclePrice, 'billingcycle' | 'monthly'>[],
): number | undefined => {
  const reference = Number(prices.find(({ billingcycle }) => billingcycle === 'monthly')?.monthly ?? 0);
  const saving = reference > 0 ? Math.round((1 - Number(monthly) / reference) * 100) : 0;
  return saving >= 1 ? saving : undefined;
};
