import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { z } from 'zod';
import * as field from '#shared/contract/fields.ts';
import { mayBeGuest } from '#shared/rules/roles.ts';
import { withoutMark } from '#shared/text-input/csv.ts';
import { createFileText, MixedEncodingError } from '#shared/text-input/file-text.ts';
import { columnKey, separatedText, truthOf, wordOf } from '#shared/text-input/table-words.ts';
import { fieldMessage, fieldProblemOf, fieldReasonText, reasonMessage } from '#shared/texts/field-reasons.ts';
import { refused } from '../operation.ts';
import { readPasswordHash } from './password-hash.ts';

export const importFormats = ['csv', 'jsonl'] as const;
type ImportFormat = (typeof importFormats)[number];

const flag = z
  .union([z.boolean(), z.string()])
  .transform((value) => (typeof value === 'boolean' ? value : truthOf(value)))
  .pipe(z.boolean(reasonMessage('not_allowed', { values: 'true, false, 1, 0, yes, no' })));

/** One of some words, in any case. */
const word = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' ? wordOf(value) || undefined : value), schema.optional());

/** An empty cell counts as absent. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

/** What an export says about the server that it comes from. An account starts anew here, so nothing is done with it. */
const ofOrigin = z.unknown().optional();

const rowSchema = z.strictObject({
  email: field.email,
  name: optional(field.name),
  role: word(field.role),
  guest: flag.optional(),
  email_verified: flag.optional(),
  status: word(z.enum(['active', 'disabled'])),
  organization: optional(z.string()),
  password_hash: optional(z.string()),
  user_id: ofOrigin,
  organization_id: ofOrigin,
  second_factor: ofOrigin,
  created_at: ofOrigin,
  last_login: ofOrigin,
  scheduled_deletion: ofOrigin,
});
export type ImportRow = z.output<typeof rowSchema>;
const checkedRow = rowSchema.refine(({ guest, role = 'member' }) => !guest || mayBeGuest(role), {
  path: ['guest'],
  message: reasonMessage('guest_role'),
});
const knownFields = Object.keys(rowSchema.shape);
const isKnown = (name: string): boolean => Object.hasOwn(rowSchema.shape, name);

/** What one line of a file says, or what is wrong with it. */
export type ReadRow = { line: number; email: string } & ({ value: ImportRow } | { problem: string });

const decode = async function* (body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const file = createFileText((encoding) => new TextDecoder(encoding, { fatal: true }));
  try {
    for await (const chunk of body) yield file.push(chunk);
    yield file.end();
  } catch (error) {
    if (!(error instanceof MixedEncodingError)) throw error;
    throw refused('The file mixes encodings. Save it as UTF-8, in a spreadsheet as "CSV UTF-8"');
  }
};

/** A record, the line on which it begins, and what the file calls its fields. */
interface FileRecord {
  line: number;
  value: unknown;
  nameOf: (field: string) => string;
}

const lines = async function* (body: AsyncIterable<Uint8Array>): AsyncGenerator<FileRecord> {
  let rest = '';
  let line = 0;
  const nameOf = (name: string): string => name;
  const parse = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };
  for await (const text of decode(body)) {
    const complete = `${rest}${text}`.split('\n');
    rest = complete.pop() ?? '';
    for (const each of complete) {
      line += 1;
      if (each.trim() !== '') yield { line, value: parse(each), nameOf };
    }
  }
  if (rest.trim() !== '') yield { line: line + 1, value: parse(rest), nameOf };
};

/** What separates the cells of a file, and a reading of its text below the line that may say so. */
const belowSeparator = async (body: AsyncIterable<Uint8Array>) => {
  const pieces = decode(body);
  let beginning = '';
  // Until the first two lines are complete: a piece may end within them.
  while (beginning.split('\n').length < 3) {
    const { value, done } = await pieces.next();
    if (done) break;
    beginning += value;
  }
  const { separator, rest, lines } = separatedText(beginning);
  const text = async function* (): AsyncGenerator<string> {
    yield rest;
    yield* pieces;
  };
  return { separator, text: text(), lines };
};

/** The rows of a CSV file, with the line on which each begins. */
const cellsOf = async function* (
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ line: number; cells: readonly string[] }> {
  const { separator, text, lines } = await belowSeparator(body);
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { delimiter: separator });
  Readable.from(text)
    .on('error', (error) => parser.destroy(error))
    .pipe(parser);
  let line = lines + 1;
  for await (const cells of parser as AsyncIterable<string[]>) {
    if (cells.some((cell) => cell.trim() !== '')) yield { line, cells };
    // Cells in quotes may span lines.
    line += 1 + cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
  }
};

/** How spreadsheets and other systems call the fields, in English and German. */
const otherNames: Readonly<Record<string, keyof ImportRow>> = {
  mail: 'email',
  emailaddress: 'email',
  emailadresse: 'email',
  mailadresse: 'email',
  fullname: 'name',
  displayname: 'name',
  anzeigename: 'name',
  rolle: 'role',
  organisation: 'organization',
  company: 'organization',
};
const fieldByKey = new Map([
  ...Object.entries(otherNames),
  ...knownFields.map((name): [string, string] => [columnKey(name), name]),
]);

/** The header of a CSV file as the names of fields. @throws StartError that says which columns there are */
const fieldsOf = (header: readonly string[]): string[] => {
  const names = header.map((name) => fieldByKey.get(columnKey(name)) ?? name.trim());
  const known = `Columns: ${knownFields.join(', ')}`;
  const unknown = header.find((_, index) => names[index] !== '' && !isKnown(names[index] ?? ''));
  if (unknown !== undefined) throw refused(`Unknown column "${unknown.trim()}" in the first row. ${known}`);
  const repeated = names.find((name, index) => name !== '' && names.indexOf(name) !== index);
  if (repeated !== undefined) throw refused(`The column "${repeated}" appears twice in the first row`);
  if (!names.includes('email'))
    throw refused(`The first row must name the columns, and one of them is email. ${known}`);
  return names;
};

const records = async function* (body: AsyncIterable<Uint8Array>): AsyncGenerator<FileRecord> {
  let header: readonly string[] | undefined;
  let fields: string[] = [];
  const nameOf = (name: string): string => {
    const written = header?.[fields.indexOf(name)]?.trim() ?? name;
    return written === name ? name : `${name} (column "${written}")`;
  };
  for await (const { line, cells } of cellsOf(body)) {
    if (!header) {
      header = cells;
      fields = fieldsOf(cells);
      continue;
    }
    const value: { [field: string]: string } = {};
    for (const [index, cell] of cells.entries()) {
      const name = fields[index] || `cell ${index + 1}`;
      // Cells beyond the header are unknown fields, unless they are empty.
      if (fields[index] || cell.trim() !== '') value[name] = withoutMark(cell);
    }
    yield { line, value, nameOf };
  }
};

const emailIn = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'email' in value ? String(value.email) : '';

/** What is wrong with a record, with the name of the field in the file. */
const problemOf = (error: z.ZodError, nameOf: FileRecord['nameOf']): string => {
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys') {
    return `Unknown field "${issue.keys[0]}". Fields: ${knownFields.join(', ')}`;
  }
  const path = issue?.path.map(String).join('.');
  const text = fieldReasonText(fieldProblemOf(issue?.message ?? ''));
  return path ? `${nameOf(path)}: ${text}` : text;
};

/** Reads and checks the rows of a file as they come. @throws StartError if the header of a CSV file is wrong */
export const readRows = async function* (
  format: ImportFormat,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<ReadRow> {
  for await (const { line, value, nameOf } of format === 'csv' ? records(body) : lines(body)) {
    const parsed = checkedRow.safeParse(value, { error: fieldMessage });
    if (!parsed.success) {
      yield { line, email: emailIn(value), problem: problemOf(parsed.error, nameOf) };
      continue;
    }
    const { email, password_hash: given } = parsed.data;
    const hash = given === undefined ? undefined : readPasswordHash(given);
    yield hash && 'problem' in hash
      ? { line, email, problem: `${nameOf('password_hash')}: ${hash.problem}` }
      : { line, email, value: { ...parsed.data, password_hash: hash?.stored } };
  }
};
