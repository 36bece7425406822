import { z } from 'zod';
import type { Component } from '#shared/flows/hosting.ts';
import { amount, price } from './amounts.ts';
import { currencyOfPlan, notUnderstoodIn, planShape, plansIn } from './price-shapes.ts';
import { readRows, type Unreadable } from './rows.ts';
import { sizeOf, sizesOf } from './sizes.ts';
import { identifier, listOf, objectOf, optionalText, text, whole } from './wire.ts';

/** Decimal strings per cycle. Null if the provider doesn't offer the cycle. */
const cyclePrices = z.object({
  hourly: price,
  monthly: price,
  quarterly: price,
  semiannually: price,
  annually: price,
  biennially: price,
  triennially: price,
});
export type CyclePrices = z.output<typeof cyclePrices>;

const componentNames: readonly [RegExp, Component][] = [
  [/\b(ram|memory)\b/i, 'ram'],
  [/\b(v?cpus?|cores?|processors?)\b/i, 'cpu'],
  [/\b(disk|storage|ssd|hdd)\b/i, 'disk'],
  [/\b(bandwidth|traffic|transfer)\b/i, 'bandwidth'],
];

const componentOf = (name: string): Component | undefined =>
  componentNames.find(([pattern]) => pattern.test(name))?.[1];

const leadingNumber = (name: string): number | null => {
  const [digits] = /^\s*\d{1,9}(\.\d{1,4})?/.exec(name) ?? [];
  return digits === undefined ? null : Number(digits);
};

const configOption = z.object({
  name: text,
  minqty: whole.default(0),
  maxqty: whole.default(0),
  options: listOf(z.object({ id: identifier, name: text, pricing: cyclePrices })),
});

/** One component of a custom plan, and its choices. */
export interface PlanComponent {
  component: Component;
  name: string;
  /** `choice`: one of the options. `quantity`: any whole number from `min` to `max` of the only option. */
  kind: 'choice' | 'quantity';
  min: number;
  max: number;
  options: {
    id: number;
    name: string;
    /** The value to send to upgrade_instance for a choice. 1 for a quantity, where the number itself is sent. */
    value: number;
    /** In the unit of Sizes: the size of this choice, or of one unit of a quantity. Null if it could not be parsed. */
    size: number | null;
    /** For this choice, or for one unit of a quantity. */
    prices: CyclePrices;
  }[];
}

/**
 * DECISION 0037: seed 001 doesn't show the nested pricing of custom plans. We assume that it is what WHMCS calls
 * configurable options. Options that are not a component of upgrade_instance (such as an operating system) are left
 * out.
 */
const planComponents = listOf(configOption).transform((options) =>
  options.flatMap(({ name, minqty, maxqty, options: choices }): PlanComponent[] => {
    const component = componentOf(name);
    if (!component || choices.length === 0) return [];
    const isQuantity = maxqty > 0;
    return [
      {
        component,
        name,
        kind: isQuantity ? 'quantity' : 'choice',
        min: minqty,
        max: maxqty,
        options: choices.flatMap((choice) => {
          const value = isQuantity ? 1 : leadingNumber(choice.name);
          if (value === null) return [];
          const [, unit = ''] = /^[\s\d.]*([a-z]+)/i.exec(choice.name) ?? [];
          const size = sizeOf(component, isQuantity ? '1' : choice.name, unit);
          return [{ id: choice.id, name: choice.name, value, size, prices: choice.pricing }];
        }),
      },
    ];
  }),
);

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * A resource price option (seed 001 §2), fixed or custom. Seed 001 doesn't show the meaning of promo, percent, mtotal,
 * cycles, firsts, mysort and current. If one can't be parsed, it gets a fallback instead of hiding the whole list.
 */
const priceOption = z
  .object({
    id: identifier,
    name: text,
    ram: optionalText,
    cpu: optionalText,
    disk: optionalText,
    bandwidth: optionalText,
    ...cyclePrices.shape,
    /** Display order. */
    mysort: whole.catch(0),
    /** 1 for the server's current plan. */
    current: z.union([whole, z.boolean().transform(Number)]).catch(0),
    /** Empty if there is none. */
    promo: objectOf(scalar).catch({}),
    /** Discount. */
    percent: whole.catch(0),
    /** The plan ID that upgrade_instance needs. */
    rid: identifier,
    /** Monthly total. */
    mtotal: price.catch(null),
    /** Prices by cycle. */
    cycles: objectOf(amount).catch({}),
    /** First payments. */
    firsts: z.array(amount).catch([]),
    resource: optionalText,
    configoptions: planComponents.optional(),
  })
  .transform(({ configoptions, ...option }) => ({
    ...option,
    sizes: sizesOf(option),
    /** Empty for a fixed plan. */
    components: configoptions ?? [],
  }));
export type PriceOption = z.output<typeof priceOption>;

/** Sells no plan at its base price whose components nobody understood. */
const understoodOption = z
  .unknown()
  .superRefine((plan, context) => {
    const field = notUnderstoodIn(plan);
    if (field !== undefined) context.addIssue({ code: 'custom', message: 'not understood', path: [field] });
  })
  .pipe(priceOption);

/** A plan that can't be used because one of its fields can't be parsed. */
export interface UnreadablePlan extends Unreadable {
  /** Its place in the provider's list, from 1. */
  position: number;
  /** Null if it can't be parsed either. */
  rid: number | null;
  name: string | null;
}

export interface PriceList {
  /** In the provider's own order. */
  plans: PriceOption[];
  unreadable: UnreadablePlan[];
  /** ISO 4217. Null if no price names one. */
  currency: string | null;
}

const identity = z.object({ rid: identifier.nullable().catch(null), name: text.nullable().catch(null) });

/** One plan that can't be parsed doesn't hide the others. */
export const priceList = z
  .unknown()
  .transform((value, context) => {
    const plans = plansIn(value);
    if (plans) return plans;
    context.addIssue({ code: 'custom', message: 'not a list' });
    return z.NEVER;
  })
  .transform((options): PriceList => {
    const shapes = options.map(planShape);
    const shaped = shapes.map(({ plan }) => plan);
    const { rows, unreadable } = readRows(understoodOption, shaped);
    const currencies = shapes.map(({ plan, currency }) => currency ?? currencyOfPlan(plan));
    return {
      plans: rows.toSorted((one, other) => one.mysort - other.mysort),
      unreadable: unreadable.map(({ position, field, value, row }) => {
        const { rid = null, name = null } = identity.safeParse(row).data ?? {};
        return { position, rid, name: name || null, field, value };
      }),
      currency: currencies.find((currency) => currency !== null) ?? null,
    };
  });
