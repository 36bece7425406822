import { z } from 'zod';
import { components } from '../../../flows/hosting.ts';
import { boundedString } from '../../bounded-string.ts';
import { billingCycle, money, price, sizes } from './fields.ts';

const prices = z.strictObject({
  hourly: price.nullable(),
  monthly: price.nullable(),
  quarterly: price.nullable(),
  semiannually: price.nullable(),
  annually: price.nullable(),
  biennially: price.nullable(),
  triennially: price.nullable(),
});

const planComponent = z.strictObject({
  component: z.enum(components),
  name: z.string(),
  kind: z.enum(['choice', 'quantity']).meta({ description: 'One of the options, or any number of the only one' }),
  min: z.number(),
  max: z.number(),
  options: z.array(
    z.strictObject({
      id: z.int(),
      name: z.string(),
      value: z.number().meta({ description: 'What to send as this component; 1 for a quantity' }),
      size: z.number().nullable().meta({ description: 'In the unit of ServerSizes; of one piece for a quantity' }),
      prices,
    }),
  ),
});

/** A plan with its prices (seed 001 §2), as far as its fields could be parsed. Null: the cycle is not offered. */
export const priceOption = z
  .strictObject({
    id: z.int(),
    rid: z.int(),
    name: z.string(),
    ram: z.string().nullable(),
    cpu: z.string().nullable(),
    disk: z.string().nullable(),
    bandwidth: z.string().nullable(),
    sizes,
    ...prices.shape,
    mysort: z.int(),
    current: z.boolean().meta({ description: 'The plan that the server has now' }),
    percent: z.int().meta({ description: 'Discount' }),
    components: z
      .array(planComponent)
      .meta({ description: 'What can be chosen in a custom plan; empty for a fixed plan' }),
  })
  .meta({ id: 'PriceOption' });

/** A plan that is left out of the list because one of its fields could not be parsed. */
export const unreadablePlan = z
  .strictObject({
    position: z.int().meta({ description: "Place in the provider's list, from 1" }),
    rid: z.int().nullable(),
    name: z.string().nullable(),
    field: z.string().nullable().meta({ description: "The first field that can't be parsed; null for the whole plan" }),
    value: z.string().nullable().meta({ description: 'Its value, shortened; null if missing' }),
  })
  .meta({ id: 'UnreadablePlan' });

/** Options of custom plans (seed 001 §4). */
const chosen = z.number().positive().max(1_000_000).optional();

export const planChoice = {
  rid: z.int().min(1).meta({ description: 'Of the plan, from the price list' }),
  ram: chosen.meta({ description: 'Custom plans only, as disk, cpu and bandwidth' }),
  cpu: chosen,
  disk: chosen,
  bandwidth: chosen,
};

/** For whatever changes the monthly cost. */
export const overBudget = {
  accept_over_budget: z
    .boolean()
    .default(false)
    .meta({ description: 'Go on although the monthly cost then exceeds the budget, or is not known' }),
};

/** A plan as reviewed, with its cost. */
export const planQuote = z
  .strictObject({
    ...planChoice,
    name: z.string(),
    sizes,
    billingcycle: billingCycle,
    price: price.meta({ description: 'Of one whole cycle, from the next invoice on' }),
    current_price: price.nullable(),
    monthly: money,
    delta_monthly: money.nullable(),
    delta_yearly: money.nullable(),
    now_estimate: money.nullable().meta({ description: 'An estimate for the rest of the cycle; the invoice decides' }),
    now_terms: z
      .strictObject({
        difference: money.meta({ description: 'Of the prices of one whole cycle' }),
        days_left: z.int(),
        days: z.int().meta({ description: 'Of the whole cycle' }),
        added: boundedString(5).nullable().meta({ description: 'Percent on top, such as tax. Null for none' }),
        is_set: z.boolean().meta({ description: 'Whether an owner set it; otherwise an earlier invoice had it' }),
        net: money,
        tax: money.meta({ description: 'What is added to net, so that they make now_estimate' }),
      })
      .nullable()
      .meta({ description: 'How now_estimate comes about' }),
    reboot: z.enum(['likely', 'possible']).meta({ description: 'possible: not known, so assume it' }),
  })
  .meta({ id: 'PlanQuote' });
