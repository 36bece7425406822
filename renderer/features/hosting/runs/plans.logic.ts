import type { getPriceList } from '#shared/contract/hosting/get-price-list.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { type BillingCycle, isSameSize, type Sizes, sizeNames } from '#shared/flows/hosting.ts';
import { comparePrices, currentPrice } from '#shared/flows/plan-quote.ts';
import type { Translate } from '../../../languages/translate.ts';
import { cycleOf, type Server, unreadableText } from '../servers/servers.logic.ts';

type PriceList = OutputOf<typeof getPriceList>;
export type PriceOption = PriceList['price_options'][number];
export type UnreadablePlan = PriceList['unreadable'][number];

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
  if (shrinksDisk(plan, server)) {
    return t('hosting.plans.diskShrinks', { present: sizes.disk_gb, planned: plan.sizes.disk_gb });
  }
  return plan.current || sameSizes(plan.sizes, sizes) ? t('hosting.plans.isCurrent') : undefined;
};

/** Whether a plan's disk is smaller than the server's: disks can't shrink. */
export const shrinksDisk = (
  { sizes: { disk_gb } }: Pick<PriceOption, 'sizes'>,
  { sizes }: Pick<Server, 'sizes'>,
): boolean => disk_gb !== null && sizes.disk_gb !== null && disk_gb < sizes.disk_gb;

/** Whether a plan is named after nothing but its sizes, such as `2 CPU / 4 GB / 75 GB SSD`: they are listed anyway. */
export const isNamedAfterSizes = (name: string, { cpu, ram_mb, disk_gb, bandwidth_gb }: Sizes): boolean => {
  const known = [cpu, ram_mb, ram_mb && ram_mb / 1_024, disk_gb, bandwidth_gb, bandwidth_gb && bandwidth_gb / 1_024];
  const words = name.split(/[\s/,·]+/).filter((word) => word !== '');
  const isUnit = (word: string): boolean =>
    /^(v?cpus?|cores?|gb|mb|tb|ram|memory|ssd|nvme|hdd|disk|traffic)$/i.test(word);
  return words.length > 0 && words.every((word) => isUnit(word) || known.includes(Number(word)));
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
