import { z } from 'zod';
import { invoiceImport } from '../../flows/hosting.ts';
import { utf8Length } from '../../text-input/utf8-length.ts';
import { fieldReasonNames, reasonMessage } from '../../texts/field-reasons.ts';
import { boundedString } from '../bounded-string.ts';
import { wireParams } from '../fields.ts';
import { defineOperation } from '../operation.ts';

const { maxBytes } = invoiceImport;

const invoiceProblem = z.strictObject({
  column: z.string(),
  reason: z.enum(fieldReasonNames),
  params: wireParams.optional(),
  message: z.string(),
});

export const importInvoices = defineOperation({
  id: 'importInvoices',
  summary: 'Import invoices from CSV, all or nothing; returns a result for each row',
  http: { method: 'POST', path: '/hosting/invoices/import', status: 200 },
  auth: 'bearer',
  allow: 'hosting.manage',
  confirm: 'never',
  body: 'file',
  input: z.strictObject({
    csv: boundedString(maxBytes)
      .min(1, reasonMessage('required'))
      .refine((csv) => utf8Length(csv) <= maxBytes, reasonMessage('too_many_bytes', { max: maxBytes }))
      .meta({
        description: `With a first row of names: number, issued_on, total, and billingcycle, serviceid, note where wanted. At most ${maxBytes} bytes in UTF-8`,
      }),
  }),
  output: z.strictObject({
    imported: z.int().min(0),
    rows: z.array(
      z.strictObject({
        row: z.int().min(1).meta({ description: 'Row number, not counting the header' }),
        number: z.string(),
        outcome: z.enum(['imported', 'known', 'wrong']).meta({ description: 'known: entered before, left as it is' }),
        problems: z.array(invoiceProblem).meta({ description: "Why it is wrong; empty where it isn't" }),
      }),
    ),
  }),
  errors: ['PROVIDER_NOT_CONNECTED'],
});
