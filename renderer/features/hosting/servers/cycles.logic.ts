import type { getBillingcyclePrices } from '#shared/contract/hosting/get-billingcycle-prices.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { BillingCycle } from '#shared/hosting.ts';
import type { Translate } from '../../../languages/translate.ts';
import type { Server } from './servers.logic.ts';

export type CyclePrice = OutputOf<typeof getBillingcyclePrices>['prices'][number];

/** Why a billing cycle is not available for a server; undefined if it is. */
export const cycleDisabledReason = (
  cycle: BillingCycle,
  prices: readonly Pick<CyclePrice, 'billingcycle'>[],
  { billingcycle }: Pick<Server, 'billingcycle'>,
  t: Translate,
): string | undefined => {
  if (cycle === billingcycle) return t('hosting.cycle.isCurrent');
  if (prices.some((price) => price.billingcycle === cycle)) return undefined;
  return t(cycle === 'hourly' ? 'hosting.cycle.hourlyDisabled' : 'hosting.cycle.notOffered');
};
