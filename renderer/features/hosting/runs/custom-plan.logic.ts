import { type BillingCycle, type Component, components, type Sizes } from '#shared/flows/hosting.ts';
import { type ComponentChoice, type PricedChoice, pricePlan } from '#shared/flows/plan-quote.ts';
import type { SizeName } from '../servers/sizes.logic.ts';
import type { PriceOption } from './plans.logic.ts';

export const sizeOf = {
  ram: 'ram_mb',
  cpu: 'cpu',
  disk: 'disk_gb',
  bandwidth: 'bandwidth_gb',
} as const satisfies Record<Component, SizeName>;

/** One slider of a custom plan. Its integer positions map to what would be ordered. */
export interface PlanSlider {
  component: Component;
  min: number;
  max: number;
  /** Initial position: the server's size, or the next larger one available. */
  start: number;
  /** Value to send for a position. */
  valueAt: (position: number) => number;
  /** Resulting size, in the unit of the sizes. */
  sizeAt: (position: number) => number | null;
}

type PlanComponent = PriceOption['components'][number];

const sliderOf = ({ component, kind, min, max, options }: PlanComponent, sizes: Sizes): PlanSlider | undefined => {
  const present = sizes[sizeOf[component]];
  const [piece] = options;
  if (!piece) return undefined;
  if (kind === 'quantity') {
    const size = piece.size ?? 1;
    const needed = present === null ? min : Math.ceil(present / size);
    // A disk can't shrink, so don't offer sizes that the provider would refuse.
    const lowest = component === 'disk' ? Math.max(min, needed) : min;
    if (lowest > max) return undefined;
    const start = Math.min(max, Math.max(lowest, needed));
    return { component, min: lowest, max, start, valueAt: (at) => at, sizeAt: (at) => at * size };
  }
  const offered = options
    .filter(({ size }) => component !== 'disk' || present === null || size === null || size >= present)
    .toSorted((one, other) => (one.size ?? one.value) - (other.size ?? other.value));
  if (offered.length === 0) return undefined;
  const enough = offered.findIndex(({ size }) => present === null || (size !== null && size >= present));
  return {
    component,
    min: 0,
    max: offered.length - 1,
    start: enough === -1 ? offered.length - 1 : enough,
    valueAt: (at) => offered[at]?.value ?? 0,
    sizeAt: (at) => offered[at]?.size ?? null,
  };
};

/** The sliders of a custom plan, in the seed's order; undefined if the server is larger than anything offered. */
export const planSliders = (plan: PriceOption, sizes: Sizes): PlanSlider[] | undefined => {
  const sliders = components.flatMap((name) => {
    const offer = plan.components.find(({ component }) => component === name);
    return offer ? [sliderOf(offer, sizes)] : [];
  });
  return sliders.every((slider) => slider !== undefined) ? sliders : undefined;
};

export type Positions = Partial<Record<Component, number>>;

/** Converts slider positions to an order. */
export const choiceAt = (sliders: readonly PlanSlider[], positions: Positions): ComponentChoice =>
  Object.fromEntries(
    sliders.map(({ component, start, valueAt }) => [component, valueAt(positions[component] ?? start)]),
  );

/** The sizes and the price that the sliders stand for. */
export const priceAt = (
  plan: PriceOption,
  sliders: readonly PlanSlider[],
  positions: Positions,
  cycle: BillingCycle,
): PricedChoice => pricePlan(plan, choiceAt(sliders, positions), cycle);
