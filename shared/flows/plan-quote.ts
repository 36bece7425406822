import { day } from '../rules/limits.ts';
import { type BillingCycle, type Component, components, isSameSize, type Sizes } from './hosting.ts';
import { fromMinor, type Minor, monthlyCost, monthsOf, shareOf, sumOfPrices, timesPrice, toMinor } from './money.ts';

/** Plan prices. The service (for orders) and the console (for display) use the same calculation. */

export type CyclePrices = Record<BillingCycle, string | null>;

/** The part of a price option (seed 001 §2) that determines its cost. */
export interface PricedPlan extends CyclePrices {
  rid: number;
  name: string;
  sizes: Sizes;
  /** Empty for a fixed plan. */
  components: readonly {
    component: Component;
    kind: 'choice' | 'quantity';
    min: number;
    max: number;
    options: readonly { value: number; size: number | null; prices: CyclePrices }[];
  }[];
}

/** Choices for a custom plan; empty for a fixed one. */
export type ComponentChoice = Partial<Record<Component, number | undefined>>;

const sizeName = { ram: 'ram_mb', cpu: 'cpu', disk: 'disk_gb', bandwidth: 'bandwidth_gb' } as const satisfies Record<
  Component,
  keyof Sizes
>;

/** Why a plan is not available as chosen. */
export type PlanRefusal = 'cycle_not_offered' | 'not_custom' | 'component_missing' | 'component_not_offered';

export type PricedChoice = { price: string; sizes: Sizes } | { refusal: PlanRefusal; component?: Component };

/** The price of one full cycle, and the resulting sizes. */
export const pricePlan = (plan: PricedPlan, choice: ComponentChoice, cycle: BillingCycle): PricedChoice => {
  const base = plan[cycle];
  const offered = plan.components.map(({ component }) => component);
  const excess = components.find((component) => choice[component] !== undefined && !offered.includes(component));
  if (excess) return { refusal: 'not_custom', component: excess };
  if (base === null) return { refusal: 'cycle_not_offered' };
  const sizes = { ...plan.sizes };
  const prices = [base];
  for (const { component, kind, min, max, options } of plan.components) {
    const wanted = choice[component];
    if (wanted === undefined) return { refusal: 'component_missing', component };
    const isQuantity = kind === 'quantity';
    const option = isQuantity ? options[0] : options.find(({ value }) => value === wanted);
    const isOffered = !isQuantity || (Number.isInteger(wanted) && wanted >= min && wanted <= max);
    if (!option || !isOffered) return { refusal: 'component_not_offered', component };
    const price = option.prices[cycle];
    if (price === null) return { refusal: 'cycle_not_offered', component };
    const count = isQuantity ? wanted : 1;
    prices.push(timesPrice(price, count));
    sizes[sizeName[component]] = option.size === null ? null : option.size * count;
  }
  return { price: sumOfPrices(prices), sizes };
};

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / day);

/** The same day this many months earlier, or the last day of that month if it has no such day. */
const monthsBefore = (date: string, months: number): string => {
  const [year = 0, month = 0, dayOfMonth = 0] = date.split('-').map(Number);
  const index = year * 12 + month - 1 - months;
  const [y, m] = [Math.floor(index / 12), index % 12];
  const lastDay = daysBetween(...([dateText(y, m, 1), dateText(m === 11 ? y + 1 : y, (m + 1) % 12, 1)] as const));
  return dateText(y, m, Math.min(dayOfMonth, lastDay));
};

const dateText = (year: number, month: number, dayOfMonth: number): string =>
  `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`;

/** How an estimate of what is due now comes about. */
export interface NowTerms {
  /** Of the prices of one whole cycle; not negative. */
  difference: string;
  days_left: number;
  /** Of the cycle. */
  days: number;
  /** In percent, of the rest. Null for nothing. */
  added: string | null;
  /** Whether an owner set it, instead of an earlier invoice that had it. */
  is_set: boolean;
}

/**
 * DECISION 0035: what an upgrade costs now is estimated as the price difference for the remaining days of the cycle,
 * never below zero. Seed 001 shows no rule, and the invoice is authoritative. Dates are YYYY-MM-DD.
 * @param added percent on top, as an owner set it or as {@link addedPercent} says of an invoice; null for none
 * @returns undefined if no estimate is possible: hourly billing, or no known due date in the future
 */
export const estimateNow = (
  price: string,
  currentPrice: string,
  cycle: BillingCycle,
  today: string,
  dueDate: string | null,
  added: Pick<NowTerms, 'added' | 'is_set'> = { added: null, is_set: false },
): { total: Minor; terms: NowTerms } | undefined => {
  if (cycle === 'hourly' || dueDate === null) return undefined;
  const left = daysBetween(today, dueDate);
  const length = daysBetween(monthsBefore(dueDate, monthsOf[cycle]), dueDate);
  if (left < 0 || length <= 0) return undefined;
  const difference = Math.max(0, toMinor(price) - toMinor(currentPrice));
  const terms = { difference: fromMinor(difference), days_left: Math.min(left, length), days: length, ...added };
  return { total: withAdded(netOf(terms), added.added), terms };
};

/** A share of an amount, without what is added to it. */
type Terms = Omit<NowTerms, 'added' | 'is_set'>;

const netOf = ({ difference, days_left, days }: Terms): Minor => shareOf(toMinor(difference), days_left, days);

const withAdded = (net: Minor, added: string | null): Minor =>
  net + (added === null ? 0 : shareOf(net, Math.round(Number(added) * 100), 10_000));

/** What an estimate consists of: the share, and what is added to it. */
export const partsOf = (terms: NowTerms): { net: string; tax: string } => {
  const net = netOf(terms);
  return { net: fromMinor(net), tax: fromMinor(withAdded(net, terms.added) - net) };
};

/** Most that an invoice has on top, in tenths of a percent. No value-added tax is higher. */
const mostAdded = 300;

/**
 * DECISION 0114: by how many percent an accepted invoice was above its estimate, such as value-added tax, so that the next
 * estimate can be, too. The roundest number that explains it to the cent; null if none does.
 */
export const addedPercent = (terms: Terms, total: string): string | null => {
  const net = netOf(terms);
  if (net === 0) return null;
  for (const step of [10, 5, 1]) {
    const tenths = Math.round(((toMinor(total) - net) * 1_000) / (net * step)) * step;
    const percent = String(tenths / 10);
    const isExplained = Math.abs(withAdded(net, percent) - toMinor(total)) <= 1;
    if (tenths > 0 && tenths <= mostAdded && isExplained) return percent;
  }
  return null;
};

/** Two prices of one cycle, per month and per year. The current one may be unknown. */
export const comparePrices = (price: string, currentPrice: string | null, cycle: BillingCycle) => {
  const monthly = monthlyCost(price, cycle);
  if (currentPrice === null) return { monthly: fromMinor(monthly), delta_monthly: null, delta_yearly: null };
  const delta = monthly - monthlyCost(currentPrice, cycle);
  return { monthly: fromMinor(monthly), delta_monthly: fromMinor(delta), delta_yearly: fromMinor(delta * 12) };
};

/**
 * The choice of a component that gives a size; undefined if it is not offered. The server and the price list may use
 * different units, so take the nearest size that counts as the same.
 */
const choiceForSize = (
  { component, kind, options }: PricedPlan['components'][number],
  wanted: number | null,
): number | undefined => {
  if (wanted === null) return undefined;
  if (kind === 'choice') {
    const distance = ({ size }: (typeof options)[number]): number => Math.abs((size ?? 0) - wanted);
    return options
      .filter(({ size }) => isSameSize(sizeName[component], size, wanted))
      .toSorted((one, other) => distance(one) - distance(other))[0]?.value;
  }
  const [piece] = options;
  return piece?.size && wanted % piece.size === 0 ? wanted / piece.size : undefined;
};

/** The custom plan choices that would give these sizes; undefined if they are not offered. */
export const choiceForSizes = (plan: Pick<PricedPlan, 'components'>, sizes: Sizes): ComponentChoice | undefined => {
  const choice: ComponentChoice = {};
  for (const offered of plan.components) {
    const value = choiceForSize(offered, sizes[sizeName[offered.component]]);
    if (value === undefined) return undefined;
    choice[offered.component] = value;
  }
  return choice;
};

/**
 * A choice whose missing components stay as the server has them: all of them are optional (seed 001 §4). What the plan
 * does not offer in the present size stays missing.
 */
export const withCurrentSizes = (
  plan: Pick<PricedPlan, 'components'>,
  choice: ComponentChoice,
  present: Sizes,
): ComponentChoice => {
  const completed: ComponentChoice = { ...choice };
  for (const offered of plan.components) {
    completed[offered.component] ??= choiceForSize(offered, present[sizeName[offered.component]]);
  }
  return completed;
};

/** What a server costs on its current plan for one full cycle; undefined if the price list does not say. */
export const currentPrice = (plan: PricedPlan, sizes: Sizes, cycle: BillingCycle): string | undefined => {
  const choice = choiceForSizes(plan, sizes);
  const priced = choice && pricePlan(plan, choice, cycle);
  return priced && 'price' in priced ? priced.price : undefined;
};
