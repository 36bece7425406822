import { readMoney } from './amounts.ts';
import { cycleNamed } from './cycles.ts';

/**
 * Brings price lists into one shape. DECISION 0113: seed 001 shows the fields of an option, but neither how the list is
 * keyed nor the nested pricing of custom plans. Accept a list, objects keyed by number or name, groups of plans, and
 * what WHMCS answers about products and their configurable options.
 */

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that only a plan has, never a group of plans. */
const planFields = ['rid', 'id', 'monthly', 'pricing', 'ram', 'cpu'];
const isPlan = (value: Fields): boolean => planFields.some((name) => Object.hasOwn(value, name));
const isNumber = (key: string): boolean => /^\d+$/.test(key);

/** Whether every member could be a plan, or a group of them. */
const isKeyedList = (value: Fields): boolean => {
  const members = Object.values(value);
  return members.length > 0 && members.every((member) => typeof member === 'object' && member !== null);
};

/** An object that is keyed by name names its members, unless they have a name of their own. */
const named = (key: string, value: unknown): unknown =>
  isFields(value) && !isNumber(key) ? { name: key, ...value } : value;

/**
 * The plans of a price list: a list, keyed by number or by name, or in groups such as `fixed` and `custom`.
 * Undefined if it is none of these.
 */
export const plansIn = (list: unknown): unknown[] | undefined => {
  if (Array.isArray(list)) return list;
  if (!isFields(list)) return undefined;
  const keys = Object.keys(list);
  if (keys.every(isNumber)) return keys.length > 0 ? Object.values(list) : undefined;
  if (isPlan(list)) return [list];
  if (!isKeyedList(list)) return undefined;
  return Object.entries(list).flatMap(([key, member]) => {
    if (isFields(member) && isPlan(member)) return [named(key, member)];
    return plansIn(member) ?? [member];
  });
};

/** WHMCS wraps lists: `{configoption: […]}`. */
const unwrapped = (value: unknown, wrapper: string): unknown =>
  isFields(value) && Object.hasOwn(value, wrapper) ? value[wrapper] : value;

/** Renames `Semi-Annually` and the like to the names of seed 001. Fields that are no cycle stay. */
const withCycleNames = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [cycleNamed(name) ?? name, value]));

const currencyCode = /^[A-Z]{3}$/;

/** Prices by cycle, which WHMCS keys by currency: `{USD: {monthly: "9.99"}}`. Takes the first. */
const pricesIn = (pricing: unknown): { currency: string | null; prices: unknown } => {
  if (!isFields(pricing)) return { currency: null, prices: pricing };
  const [first] = Object.entries(pricing).filter(([key, value]) => currencyCode.test(key) && isFields(value));
  const [currency, prices] = first ?? [null, pricing];
  return { currency, prices: isFields(prices) ? withCycleNames(prices) : prices };
};

/** A list as it is, or an object keyed by name as a list whose members have their name. Keys that are numbers stay. */
const listed = (value: unknown, wrapper: string): unknown => {
  const inner = unwrapped(value, wrapper);
  if (!isFields(inner)) return inner;
  if (Object.keys(inner).every(isNumber)) return inner;
  if (!isKeyedList(inner)) return inner;
  return Object.entries(inner).map(([key, member]) =>
    Array.isArray(member) ? { name: key, options: member } : named(key, member),
  );
};

const mapped = (list: unknown, change: (member: Fields) => Fields): unknown => {
  const changeOne = (member: unknown): unknown => (isFields(member) ? change(member) : member);
  if (Array.isArray(list)) return list.map(changeOne);
  if (!isFields(list)) return list;
  return Object.fromEntries(Object.entries(list).map(([key, member]) => [key, changeOne(member)]));
};

const choiceShape = (choice: Fields): Fields => {
  if (!Object.hasOwn(choice, 'pricing')) return { ...choice, pricing: withCycleNames(choice) };
  return { ...choice, pricing: pricesIn(choice.pricing).prices };
};

const optionShape = (option: Fields): Fields => ({
  ...option,
  options: mapped(listed(option.options, 'option'), choiceShape),
});

/** A plan in the shape of seed 001, and the currency if its prices are keyed by one. Anything else stays as it is. */
export const planShape = (plan: unknown): { plan: unknown; currency: string | null } => {
  if (!isFields(plan)) return { plan, currency: null };
  const fields = withCycleNames(plan);
  const hoisted = pricesIn(fields.pricing);
  const configoptions = listed(fields.configoptions, 'configoption');
  return {
    plan: {
      ...(isFields(hoisted.prices) && hoisted.prices),
      ...fields,
      ...(configoptions !== undefined && { configoptions: mapped(configoptions, optionShape) }),
    },
    currency: hoisted.currency,
  };
};

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Whether `pricing` holds prices by cycle, and nothing else. */
const isPricesByCycle = (pricing: unknown): boolean => {
  const { prices } = pricesIn(pricing);
  return (
    isFields(prices) &&
    Object.values(prices).every(isScalar) &&
    Object.keys(prices).some((name) => cycleNamed(name) !== null)
  );
};

/** Objects that say nothing about the price, or that the schema reads itself. */
const readElsewhere = ['promo', 'cycles', 'firsts', 'configoptions', 'customfields'];

/**
 * A field of a plan that holds more than we understand, such as components in a shape of their own; undefined if there is
 * none. What a plan costs isn't known then.
 */
export const notUnderstoodIn = (plan: unknown): string | undefined => {
  if (!isFields(plan)) return undefined;
  const isUnderstood = ([name, value]: [string, unknown]): boolean => {
    if (readElsewhere.includes(name) || isScalar(value) || Object.keys(value as object).length === 0) return true;
    // A list of words is no price.
    return name === 'pricing' ? isPricesByCycle(value) : Array.isArray(value) && value.every(isScalar);
  };
  return Object.entries(plan).find((entry) => !isUnderstood(entry))?.[0];
};

/** The currency that one of a plan's prices names. */
export const currencyOfPlan = (plan: unknown): string | null => {
  if (!isFields(plan)) return null;
  const named = Object.entries(plan).map(([name, value]) => (cycleNamed(name) ? readMoney(value)?.currency : null));
  return named.find((currency) => currency) ?? null;
};
