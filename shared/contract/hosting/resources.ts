import { z } from 'zod';
import { boundedString } from '../../bounded-string.ts';
import { because } from '../../field-reasons.ts';
import {
  billingCycles,
  components,
  costCauses,
  costSources,
  costSubjects,
  decisions,
  driveTypes,
  invoiceOrigins,
  monthPattern,
  providerModes,
} from '../../hosting.ts';
import { textLimits } from '../../limits.ts';
import { providerErrorReasonNames } from '../../provider-errors.ts';
import { refusalNames, runActions } from '../../upgrade-actions.ts';
import { pollProblems, runKinds, runStates } from '../../upgrade-flow.ts';
import { id, name, timestamp } from '../fields.ts';

/** An amount, in the currency of the connection. */
export const money = boundedString(20)
  .regex(/^-?\d{1,12}\.\d{2}$/)
  .meta({ description: 'Decimal, two places' });
/** DECISION 0114 */
export const currency = boundedString(3)
  .regex(/^[A-Z]{3}$/)
  .meta({ description: 'ISO 4217' });
/** A price as the provider sends it; hourly prices have more decimals. */
export const price = boundedString(24).regex(/^-?\d{1,12}(\.\d{1,6})?$/);
/** An amount that a user enters. */
export const enteredMoney = boundedString(20).regex(/^\d{1,9}(\.\d{1,2})?$/, because('amount'));
/** What an invoice demands; a credit note is negative. */
const enteredTotal = boundedString(20).regex(/^-?\d{1,9}(\.\d{1,2})?$/, because('amount'));
export const date = boundedString(20).check(z.iso.date(because('date')));
export const month = boundedString(20).regex(monthPattern, because('month'));
/** DECISION 0030: the provider's server number as text, like every id in our API. */
export const serviceid = id.meta({ description: "The provider's number of the server" });
export const billingCycle = z.enum(billingCycles);
export const note = name;

export const sizes = z
  .strictObject({
    cpu: z.number().nullable(),
    ram_mb: z.number().nullable(),
    disk_gb: z.number().nullable(),
    bandwidth_gb: z.number().nullable().meta({ description: 'Per month' }),
  })
  .meta({ id: 'ServerSizes', description: 'Null where the text of the provider is not understood' });

/** The tenant's provider connection; null if not set up. */
export const connection = z
  .strictObject({
    mode: z.enum(providerModes),
    client_area_url: z.string().meta({ description: 'Where invoices are paid; empty for the sandbox' }),
    currency: currency.meta({ description: 'Of all amounts (ISO 4217), unless an order names another one' }),
  })
  .nullable();

/** The connection as an owner configured it. The key itself is never returned. */
export const providerSettings = z
  .strictObject({
    mode: z.enum(providerModes).nullable().meta({ description: 'Null until it is set up' }),
    base_url: z.string(),
    key_last4: z.string().nullable().meta({ description: 'How the stored key ends; null where there is none' }),
    allow_private_addresses: z.boolean(),
    currency: currency.nullable().meta({ description: 'Null to take the one that the provider tells' }),
    told_currency: currency.nullable().meta({ description: 'What the provider tells; null if it tells none' }),
    updated_at: timestamp.nullable(),
  })
  .meta({ id: 'ProviderSettings' });

export const server = z
  .strictObject({
    serviceid,
    label: z.string(),
    own_label: z.string().nullable().meta({ description: 'What it is called here, where that was chosen' }),
    status: z.string().meta({ description: 'As the provider says it: ACTIVE, RESIZED and others' }),
    is_suspended: z.boolean(),
    is_locked: z.boolean(),
    product_name: z.string().nullable(),
    sizes,
    main_ip: z.string().nullable(),
    billingcycle: billingCycle.nullable(),
    managed: z.boolean().nullable().meta({ description: 'Null where it is not known: the provider does not show it' }),
    drive_type: z.enum(driveTypes).nullable().meta({ description: 'Null where the provider does not tell it' }),
    approximate_cost: money.meta({ description: 'Of one month (seed 001 §1)' }),
    cost_source: z.enum(costSources),
    cost_updated_at: timestamp,
    seen_at: timestamp.meta({ description: 'When it was last read from the provider' }),
    is_gone: z.boolean().meta({ description: 'The provider no longer lists it' }),
    open_run: z.strictObject({ run_id: id, kind: z.enum(runKinds), state: z.enum(runStates) }).nullable(),
  })
  .meta({ id: 'Server' });

export const ipAddress = z
  .strictObject({
    ip_id: id,
    address: z.string(),
    label: z.string(),
    serviceid: serviceid.nullable(),
    approximate_cost: money.meta({ description: 'Of one month (seed 001 §1)' }),
    created_at: timestamp,
  })
  .meta({ id: 'IpAddress' });

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
    components: z.array(planComponent).meta({ description: 'What a custom plan lets choose; empty for a fixed plan' }),
  })
  .meta({ id: 'PriceOption' });

/** A plan that is left out of the list because one of its fields could not be parsed. */
export const unreadablePlan = z
  .strictObject({
    position: z.int().meta({ description: "Place in the provider's list, from 1" }),
    rid: z.int().nullable(),
    name: z.string().nullable(),
    field: z
      .string()
      .nullable()
      .meta({ description: 'The first field that is not understood; null for the whole plan' }),
    value: z.string().nullable().meta({ description: 'What it contains, shortened; null where it is missing' }),
  })
  .meta({ id: 'UnreadablePlan' });

/** A server that is left out because one of its fields could not be parsed. What is stored of it stays as it was. */
export const unreadableServer = z
  .strictObject({
    position: z.int().meta({ description: "Place in the provider's list, from 1" }),
    serviceid: serviceid.nullable(),
    label: z.string().nullable(),
    field: z
      .string()
      .nullable()
      .meta({ description: 'The first field that is not understood; null for the whole row' }),
    value: z.string().nullable().meta({ description: 'What it contains, shortened; null where it is missing' }),
  })
  .meta({ id: 'UnreadableServer' });

/** Upgrade order, seed 001 §2. */
export const upgradeOrder = z
  .strictObject({
    id: z.int(),
    orderid: z.int().nullable().meta({ description: 'Null where the provider does not tell it' }),
    invoiceid: z.int().nullable().meta({ description: 'Null where there is nothing to pay' }),
    duedate: date.nullable(),
    total: money.nullable().meta({ description: 'Negative for a credit' }),
    currency: currency.nullable().meta({ description: 'Null where the total names none' }),
  })
  .meta({ id: 'UpgradeOrder' });

/** Options of custom plans (seed 001 §4). */
const chosen = z.number().positive().max(1_000_000).optional();
export const planChoice = {
  rid: z.int().min(1).meta({ description: 'Of the plan, from the price list' }),
  ram: chosen.meta({ description: 'Custom plans only, as disk, cpu and bandwidth' }),
  cpu: chosen,
  disk: chosen,
  bandwidth: chosen,
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
    reboot: z.enum(['likely', 'possible']).meta({ description: 'possible: not known, so assume it' }),
  })
  .meta({ id: 'PlanQuote' });

/** Why a run is not making progress. */
export const runProblem = z
  .strictObject({
    reason: z.enum([...providerErrorReasonNames, ...pollProblems]),
    message: z.string().nullable().meta({ description: 'The words of the provider' }),
    at: timestamp,
  })
  .meta({ id: 'UpgradeRunProblem' });

export const upgradeRun = z
  .strictObject({
    run_id: id,
    serviceid,
    server_label: z.string(),
    mode: z.enum(providerModes),
    kind: z.enum(runKinds),
    state: z.enum(runStates),
    is_open: z.boolean(),
    version: z.int().meta({ description: 'Rises with every change' }),
    before: sizes.meta({ description: 'What the server had when the run began' }),
    plan: planQuote.nullable().meta({ description: 'Null until it is chosen, and for an order made elsewhere' }),
    wanted: z.string().nullable().meta({ description: 'The billing cycle, or managed or unmanaged' }),
    order: upgradeOrder.nullable(),
    invoice_paid: z
      .boolean()
      .nullable()
      .meta({ description: 'Null where there is no invoice, and for a real provider, which does not tell' }),
    order_missing: z.boolean().meta({ description: 'The provider no longer shows the order' }),
    default_decision: z.enum(decisions),
    decide_at: timestamp
      .nullable()
      .meta({ description: 'When the default is applied, unless somebody decides before' }),
    agreed_total: money
      .nullable()
      .meta({ description: 'What an owner agreed to pay now: the estimate, or the invoice. Null if neither is known' }),
    cost_before: money,
    cost_after: money.nullable().meta({ description: 'Per month, if the run ends well; null where it is not known' }),
    problem: runProblem.nullable(),
    refused: z
      .partialRecord(z.enum(runActions), z.enum(refusalNames))
      .meta({ description: 'What may not be done now, and why; everything else may' }),
    needs_attention: z.boolean().meta({ description: 'It waits for somebody, or has ended, and nobody has seen it' }),
    started_by: z.string(),
    started_at: timestamp,
    changed_at: timestamp,
    checked_at: timestamp.nullable().meta({ description: 'When the provider last answered about it' }),
    ended_at: timestamp.nullable(),
  })
  .meta({ id: 'UpgradeRun' });

export const invoice = z
  .strictObject({
    invoice_id: id,
    number: z.string(),
    issued_on: date,
    total: money,
    billingcycle: billingCycle.meta({ description: 'What it pays for: spread over the months of the cycle' }),
    serviceid: serviceid.nullable(),
    ip_id: id.nullable(),
    note: z.string(),
    origin: z.enum(invoiceOrigins),
    created_at: timestamp,
  })
  .meta({ id: 'HostingInvoice' });

/** An invoice as entered by a user. */
export const enteredInvoice = {
  number: boundedString(64)
    .trim()
    .min(1, because('required'))
    .regex(/^\P{Cc}*$/u, because('control_characters')),
  issued_on: date,
  total: enteredTotal.meta({ description: 'Negative for a credit note' }),
  billingcycle: billingCycle.exclude(['hourly'], because('billing_cycle')).default('monthly'),
  serviceid: serviceid.optional(),
  ip_id: id.optional(),
  note: boundedString(textLimits.name)
    .trim()
    .regex(/^\P{Cc}*$/u, because('control_characters'))
    .default(''),
};

const compared = { estimated: money, invoiced: money, difference: money };

export const costMonth = z
  .strictObject({
    month,
    ...compared,
    is_final: z.boolean().meta({ description: 'The month is over and was reconciled' }),
  })
  .meta({ id: 'CostMonth' });

export const costLine = z
  .strictObject({
    subject: z.enum(costSubjects),
    id: id.nullable(),
    label: z.string(),
    ...compared,
    cause: z.enum(costCauses),
  })
  .meta({ id: 'CostLine' });

/**
 * Errors of a call that changes something at the provider, and has certainly not done it. An answer that can't be read
 * proves nothing, so the run shows that instead.
 */
export const providerCallErrors = ['PROVIDER_REJECTED', 'PROVIDER_UNAUTHORIZED', 'PROVIDER_UNREACHABLE'] as const;
/** Errors of operations that read from the provider. */
export const providerErrors = [...providerCallErrors, 'PROVIDER_UNREADABLE'] as const;
