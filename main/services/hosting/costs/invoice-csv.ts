import Papa from 'papaparse';
import { z } from 'zod';
import { enteredInvoice } from '#shared/contract/hosting/resources.ts';
import { AppError } from '#shared/errors.ts';
import { invoiceImport } from '#shared/hosting.ts';
import type { EnteredInvoice } from './invoices.ts';

export interface InvoiceProblem {
  column: string;
  message: string;
}

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

const refuse = (message: string): never => {
  throw new AppError('VALIDATION_FAILED', {
    detail: `csv: ${message}`,
    errors: [{ path: 'csv', code: 'custom', message }],
  });
};

/** Parses CSV as spreadsheets write it (RFC 4180). @throws AppError VALIDATION_FAILED */
const readTable = (csv: string): string[][] => {
  const { data, errors } = Papa.parse<string[]>(csv.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n'), {
    delimitersToGuess: [',', ';'],
    skipEmptyLines: 'greedy',
  });
  return errors.some(({ type }) => type === 'Quotes') ? refuse('A quotation mark is not closed') : data;
};

/**
 * Reads invoices from CSV, separated by commas or semicolons. The header row names the columns in any order; unknown
 * columns are ignored, because exports have many.
 * @throws AppError VALIDATION_FAILED if the file as a whole cannot be read
 */
export const readInvoiceCsv = (csv: string): InvoiceLine[] => {
  const [names = [], ...lines] = readTable(csv);
  const places = new Map(names.map((name, place) => [name.trim().toLowerCase(), place]));
  if (!required.every((field) => places.has(field))) refuse('The first row must name number, issued_on and total');
  if (lines.length === 0) refuse('There is no row below the names');
  if (lines.length > invoiceImport.maxRows) refuse(`More than ${invoiceImport.maxRows} rows`);
  const seen = new Set<string>();
  return lines.map((cells, index): InvoiceLine => {
    const entries = fields.flatMap((field) => {
      const cell = cells[places.get(field) ?? -1]?.trim() ?? '';
      return cell === '' ? [] : [[field, field === 'billingcycle' ? cell.toLowerCase() : cell] as const];
    });
    const row = index + 1;
    const result = schema.safeParse(Object.fromEntries(entries));
    const number = result.data?.number ?? entries.find(([field]) => field === 'number')?.[1]?.slice(0, 64) ?? '';
    if (!result.success) {
      const problems = result.error.issues.map(({ path, code, message }) => ({
        column: path.join('.'),
        // Replace the schema library's wording for a missing cell.
        message: code === 'invalid_type' ? 'Required' : message,
      }));
      return { row, number, invoice: undefined, problems };
    }
    if (seen.has(number)) {
      return { row, number, invoice: undefined, problems: [{ column: 'number', message: 'Twice in the file' }] };
    }
    seen.add(number);
    return { row, number, invoice: result.data as EnteredInvoice, problems: [] };
  });
};
