import { z } from 'zod';
import { costCauses, costSubjects, invoiceOrigins } from '../../../flows/hosting.ts';
import { textLimits } from '../../../rules/limits.ts';
import { reasonMessage } from '../../../texts/field-reasons.ts';
import { boundedString } from '../../bounded-string.ts';
import { id, line, timestamp } from '../../fields.ts';
import { billingCycle, date, money, month, serviceid } from './fields.ts';

export const invoice = z
  .strictObject({
    invoice_id: id,
    number: z.string(),
    issued_on: date,
    total: money,
    billingcycle: billingCycle.meta({ description: 'What it pays for: spread over the months of the cycle' }),
    serviceid: serviceid.nullable(),
    ip_id: id.nullable(),
    ip_address: z.string().nullable().meta({ description: 'Of ip_id, also once it was removed' }),
    note: z.string(),
    origin: z.enum(invoiceOrigins),
    created_at: timestamp,
  })
  .meta({ id: 'HostingInvoice' });

/** What an invoice demands; a credit note is negative. */
const enteredTotal = boundedString(20).regex(/^-?\d{1,9}(\.\d{1,2})?$/, reasonMessage('amount'));

/** An invoice as entered by a user. */
export const enteredInvoice = {
  number: line(64).min(1, reasonMessage('required')),
  issued_on: date,
  total: enteredTotal.meta({ description: 'Negative for a credit note' }),
  billingcycle: billingCycle.exclude(['hourly'], reasonMessage('billing_cycle')).default('monthly'),
  serviceid: serviceid.optional(),
  ip_id: id.optional(),
  note: line(textLimits.name).default(''),
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
