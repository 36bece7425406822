import { z } from 'zod';
import type { Component } from '#shared/hosting.ts';
import { sizeOf, sizesOf } from './sizes.ts';
import { amount, identifier, listOf, objectOf, optionalText, plainText, price, text, whole } from './wire.ts';

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
  id: identifier,
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

/** A plan that can't be used because one of its fields can't be parsed. */
export interface UnreadablePlan {
  /** Its place in the provider's list, from 1. */
  position: number;
  /** Null if it can't be parsed either. */
  rid: number | null;
  name: string | null;
  /** The first field that can't be parsed, such as `configoptions.0.name`. Null if the plan isn't an object. */
  field: string | null;
  /** What the field contains, shortened. Null if it's missing. */
  value: string | null;
}

export interface PriceList {
  /** In the provider's own order. */
  plans: PriceOption[];
  unreadable: UnreadablePlan[];
}

/** The innermost issue: of a union, the one of the member that got furthest. */
const deepestIssue = (issues: readonly z.core.$ZodIssue[]): { path: PropertyKey[] } =>
  issues
    .map((issue) => {
      const inner = issue.code === 'invalid_union' ? issue.errors.filter((errors) => errors.length > 0) : [];
      const nested = inner.map(deepestIssue).toSorted((one, other) => other.path.length - one.path.length)[0];
      return { path: [...issue.path, ...(nested?.path ?? [])] };
    })
    .at(0) ?? { path: [] };

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((member, key) => (member as Record<PropertyKey, unknown> | null | undefined)?.[key], value);

/** Anything this long and without spaces may be a secret. */
const secretLike = /[\w+/=.-]{24,}/g;

/** A value in words: texts and numbers shortened, objects by their kind only. The transport has removed the key. */
const shownValue = (value: unknown): string | null => {
  if (value === undefined) return null;
  if (typeof value !== 'object' || value === null) return plainText(String(value).replaceAll(secretLike, '[…]'), 60);
  return Array.isArray(value) ? '[…]' : '{…}';
};

const unreadablePlan = (plan: unknown, position: number, issues: readonly z.core.$ZodIssue[]): UnreadablePlan => {
  const { path } = deepestIssue(issues);
  return {
    position,
    rid: identifier.safeParse(valueAt(plan, ['rid'])).data ?? null,
    name: text.safeParse(valueAt(plan, ['name'])).data || null,
    field: path.length === 0 ? null : plainText(path.map(String).join('.'), 100),
    value: shownValue(valueAt(plan, path)),
  };
};

/** One plan that can't be parsed doesn't hide the others. */
export const priceList = listOf(z.unknown()).transform((options): PriceList => {
  const results = options.map((option) => ({ option, result: priceOption.safeParse(option) }));
  return {
    plans: results
      .flatMap(({ result }) => (result.success ? [result.data] : []))
      .toSorted((one, other) => one.mysort - other.mysort),
    unreadable: results.flatMap(({ option, result: { error } }, index) =>
      error ? [unreadablePlan(option, index + 1, error.issues)] : [],
    ),
  };
});
