import { z } from 'zod';
import { decisions, providerModes } from '../../../flows/hosting.ts';
import { providerNames } from '../../../flows/hosting-providers.ts';
import { providerErrorReasonNames } from '../../../flows/provider-errors.ts';
import { refusalNames, runActions } from '../../../flows/upgrade-actions.ts';
import { type OpenState, pollProblems, runKinds, runStates } from '../../../flows/upgrade-flow.ts';
import { id, timestamp } from '../../fields.ts';
import { preferencesSchema } from '../../preferences.ts';
import { currency, date, money, serviceid, sizes, time } from './fields.ts';
import { planQuote } from './plans.ts';

/** Upgrade order, seed 001 §2. */
export const upgradeOrder = z
  .strictObject({
    id: z.int(),
    orderid: z.int().nullable().meta({ description: "Null if the provider doesn't report it" }),
    invoiceid: z.int().nullable().meta({ description: 'Null if there is nothing to pay' }),
    duedate: date.nullable(),
    total: money.nullable().meta({ description: 'Negative for a credit' }),
    currency: currency.nullable().meta({ description: 'Null if the total names none' }),
  })
  .meta({ id: 'UpgradeOrder' });

/** Why a run is not making progress. */
export const runProblem = z
  .strictObject({
    reason: z.enum([...providerErrorReasonNames, ...pollProblems]),
    message: z.string().nullable().meta({ description: "The provider's message" }),
    at: timestamp,
  })
  .meta({ id: 'UpgradeRunProblem' });

/** States of a run whose call is not proven yet: the provider is asked until it is. */
export const unprovenStates = [
  'ordering',
  'applying',
  'confirming',
  'reverting',
  'changing',
] as const satisfies readonly OpenState[];

/** Between which times of the day the service applies an order, as an owner plans it. */
export const plannedTimes = {
  from: time,
  until: time.meta({ description: "On the next day if it isn't after from" }),
  time_zone: preferencesSchema.shape.timezone
    .optional()
    .meta({ description: "Omit for the organization's; without one, UTC" }),
};

/** When the service applies an order on its own, once it is paid. */
const applyWindow = z
  .strictObject({
    from: time,
    until: time.meta({ description: "On the next day if it isn't after from" }),
    time_zone: z.string(),
    next_start: timestamp.meta({ description: 'Of the next window, or of the one that is open now' }),
    next_end: timestamp,
  })
  .meta({ id: 'ApplyWindow' });

export const upgradeRun = z
  .strictObject({
    run_id: id,
    serviceid,
    server_label: z.string(),
    mode: z.enum(providerModes),
    provider: z.enum(providerNames),
    kind: z.enum(runKinds),
    state: z.enum(runStates),
    is_open: z.boolean(),
    version: z.int().meta({ description: 'Increases with every change' }),
    before: sizes.meta({ description: 'What the server had when the upgrade began' }),
    plan: planQuote.nullable().meta({ description: 'Null until it is chosen, and for an order made elsewhere' }),
    wanted: z
      .string()
      .nullable()
      .meta({ description: 'The billing cycle, managed or unmanaged, or what to do with the power' }),
    order: upgradeOrder.nullable(),
    invoice_paid: z
      .boolean()
      .nullable()
      .meta({ description: "Null if there is no invoice, and for real providers, which don't report it" }),
    order_missing: z.boolean().meta({ description: 'The provider no longer shows the order' }),
    apply_window: applyWindow
      .nullable()
      .meta({ description: 'When the order is applied automatically. Null if that is left to people' }),
    default_decision: z
      .enum(decisions)
      .nullable()
      .meta({ description: 'What happens if no one decides in time. Null if no one chose: then nothing is decided' }),
    decide_at: timestamp
      .nullable()
      .meta({ description: 'Until when to decide. Then the default applies, if there is one' }),
    agreed_total: money
      .nullable()
      .meta({ description: 'What an owner agreed to pay: the estimate, or an accepted invoice. Null before' }),
    cost_before: money,
    cost_after: money
      .nullable()
      .meta({ description: "Per month, if the upgrade ends well; null where it isn't known" }),
    problem: runProblem.nullable(),
    refused: z
      .partialRecord(z.enum(runActions), z.enum(refusalNames))
      .meta({ description: "Actions that aren't possible now, with the reason; all others are" }),
    needs_attention: z.boolean().meta({ description: 'It needs an action or has ended, and no one has seen that yet' }),
    started_by: z.string(),
    started_at: timestamp,
    changed_at: timestamp,
    checked_at: timestamp.nullable().meta({ description: 'When the provider last answered about it' }),
    ended_at: timestamp.nullable(),
  })
  .meta({ id: 'UpgradeRun' });
