import Papa from 'papaparse';
import { z } from 'zod';
import { enteredInvoice } from '#shared/contract/hosting/resources/costs.ts';
import { invoiceImport } from '#shared/flows/hosting.ts';
import { amountOf, columnKey, dayOf, separatedText, wordOf } from '#shared/text-input/table-words.ts';
import { AppError } from '#shared/texts/errors.ts';
import {
  type FieldError,
  type FieldProblem,
  fieldError,
  fieldMessage,
  fieldProblemOf,
  fieldReasonText,
} from '#shared/texts/field-reasons.ts';
import type { EnteredInvoice } from './invoices.ts';

export type InvoiceProblem = Omit<FieldError, 'path' | 'code'> & { column: string };

/** One problem with a cell. */
export const invoiceProblem = (column: string, problem: FieldProblem): InvoiceProblem => ({
  column,
  ...problem,
  message: fieldReasonText(problem),
});

/** One row of a file, valid or not. */
export interface InvoiceLine {
  /** Starts at 1; the header row does not count. */
  row: number;
  number: string;
  invoice: EnteredInvoice | undefined;
  /** What is wrong, if the row could not be read. */
  problems: InvoiceProblem[];
}

const fields = ['number', 'issued_on', 'total', 'billingcycle', 'serviceid', 'note'] as const;
const required = ['number', 'issued_on', 'total'] as const;
const { ip_id: _ip, ...columns } = enteredInvoice;
// Accept any server here; whether it exists is checked later.
const schema = z.strictObject({ ...columns, serviceid: z.string().optional() });

/** How cells are read that spreadsheets write in several ways. */
const readings: Partial<Record<(typeof fields)[number], (cell: string) => string>> = {
  issued_on: dayOf,
  total: amountOf,
  billingcycle: wordOf,
};

const refuse = (problem: FieldProblem): never => {
  throw new AppError('VALIDATION_FAILED', { errors: [fieldError('csv', problem)] });
};

/** Parses CSV as spreadsheets write it (RFC 4180). @throws AppError VALIDATION_FAILED */
const readTable = (csv: string): string[][] => {
  const { separator, rest } = separatedText(csv.replace(/^\uFEFF/, ''));
  const { data, errors } = Papa.parse<string[]>(rest.replaceAll(/\r\n?/g, '\n'), {
    delimiter: separator,
    skipEmptyLines: 'greedy',
  });
  return errors.some(({ type }) => type === 'Quotes') ? refuse({ reason: 'csv_quotes' }) : data;
};

/**
 * Reads invoices from CSV, separated by commas or semicolons. The header row names the columns in any order; unknown
 * columns are ignored, because exports have many.
 * @throws AppError VALIDATION_FAILED if the file as a whole cannot be read
 */
export const readInvoiceCsv = (csv: string): InvoiceLine[] => {
  const [names = [], ...lines] = readTable(csv);
  const places = new Map(names.map((name, place) => [columnKey(name), place]));
  if (!required.every((field) => places.has(columnKey(field)))) refuse({ reason: 'csv_header' });
  if (lines.length === 0) refuse({ reason: 'csv_empty' });
  if (lines.length > invoiceImport.maxRows) refuse({ reason: 'csv_rows', params: { max: invoiceImport.maxRows } });
  const seen = new Set<string>();
  return lines.map((cells, index): InvoiceLine => {
    const entries = fields.flatMap((field) => {
      const cell = cells[places.get(columnKey(field)) ?? -1]?.trim() ?? '';
      return cell === '' ? [] : [[field, readings[field]?.(cell) ?? cell] as const];
    });
    const row = index + 1;
    const result = schema.safeParse(Object.fromEntries(entries), { error: fieldMessage });
    const number = result.data?.number ?? entries.find(([field]) => field === 'number')?.[1]?.slice(0, 64) ?? '';
    if (!result.success) {
      const problems = result.error.issues.map(({ path, code, message }) =>
        // A cell that has the wrong type is missing: all others are text.
        invoiceProblem(path.join('.'), code === 'invalid_type' ? { reason: 'required' } : fieldProblemOf(message)),
      );
      return { row, number, invoice: undefined, problems };
    }
    if (seen.has(number)) {
      return { row, number, invoice: undefined, problems: [invoiceProblem('number', { reason: 'csv_duplicate' })] };
    }
    seen.add(number);
    return { row, number, invoice: result.data as EnteredInvoice, problems: [] };
  });
};
