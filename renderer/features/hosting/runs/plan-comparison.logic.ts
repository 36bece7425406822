import type { Sizes } from '#shared/flows/hosting.ts';
import { divideHalfEven, fromMinor, toMinor } from '#shared/flows/money.ts';
import { cycleOf, type Server } from '../servers/servers.logic.ts';
import { currentMonthly, isCustom, monthlyOf, type PriceOption, presentPrice } from './plans.logic.ts';

/** What a plan costs per month, and how much of it one core or one GB costs. Null if unknown. */
export interface ComparedPlan {
  /** Undefined for the server's current plan. */
  plan: PriceOption | undefined;
  sizes: Sizes;
  monthly: string | null;
  delta: string | null;
  unitPrices: Record<Unit, string | null>;
}

export const units = ['core', 'memory', 'disk'] as const;
export type Unit = (typeof units)[number];

/** Decimals that tell plans apart: a GB of disk costs cents. */
export const unitDecimals: Record<Unit, number> = { core: 2, memory: 2, disk: 3 };

export const comparedBy = ['monthly', ...units] as const;
export type ComparedBy = (typeof comparedBy)[number];

const precision = 10_000;
/** Sizes have up to three decimals here, so that half a GB counts as half. */
const fine = 1_000;

/** An amount divided by a number of pieces, with four decimals. Null without pieces. */
const priceOfOne = (amount: string, pieces: number | null): string | null => {
  const count = pieces === null ? 0 : Math.round(pieces * fine);
  if (count <= 0) return null;
  const scaled = divideHalfEven(BigInt(toMinor(amount)) * BigInt((precision / 100) * fine), BigInt(count));
  const text = String(scaled).padStart(5, '0');
  return `${text.slice(0, -4)}.${text.slice(-4)}`;
};

const unitPricesOf = (monthly: string | null, { cpu, ram_mb, disk_gb }: Sizes): ComparedPlan['unitPrices'] => {
  const of = (pieces: number | null) => (monthly === null ? null : priceOfOne(monthly, pieces));
  return { core: of(cpu), memory: of(ram_mb === null ? null : ram_mb / 1_024), disk: of(disk_gb) };
};

/** Every fixed plan and the current one. Custom plans have no price before their components are chosen. */
export const comparePlans = (
  options: readonly PriceOption[],
  server: Pick<Server, 'billingcycle' | 'sizes' | 'approximate_cost'>,
): ComparedPlan[] => {
  const present = presentPrice(options, server);
  const monthly = currentMonthly(server, present);
  const current = { plan: undefined, sizes: server.sizes, monthly, delta: null };
  const others = options
    .filter((plan) => !isCustom(plan) && !plan.current)
    .map((plan) => {
      const price = plan[cycleOf(server)];
      const sums = price === null ? null : monthlyOf(price, present, cycleOf(server));
      // Without a listed price for the current plan, the known cost of the server is what people compare with.
      const delta = sums && fromMinor(toMinor(sums.monthly) - toMinor(monthly));
      return { plan, sizes: plan.sizes, monthly: sums?.monthly ?? null, delta };
    });
  return [current, ...others].map((row) => ({ ...row, unitPrices: unitPricesOf(row.monthly, row.sizes) }));
};

const amountOf = ({ monthly, unitPrices }: ComparedPlan, by: ComparedBy): string | null =>
  by === 'monthly' ? monthly : unitPrices[by];

/** Cheapest first, or last. What is unknown comes last in both orders. */
export const sortPlans = (
  plans: readonly ComparedPlan[],
  { key, descending }: { key: ComparedBy; descending: boolean },
): ComparedPlan[] =>
  plans.toSorted((one, other) => {
    const [first, second] = [amountOf(one, key), amountOf(other, key)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return (Number(first) - Number(second)) * (descending ? -1 : 1);
  });
