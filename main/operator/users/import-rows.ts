import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { z } from 'zod';
import * as field from '#shared/contract/fields.ts';
import { because, fieldMessage, fieldProblemOf, fieldReasonText } from '#shared/field-reasons.ts';

export const importFormats = ['csv', 'jsonl'] as const;
type ImportFormat = (typeof importFormats)[number];

/** bcrypt as other systems write it. A higher cost would keep a hashing thread busy for seconds at each sign-in. */
const bcryptHash = z.string().regex(/^\$2[aby]\$(0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/, because('invalid'));

const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', 'yes', 'no', ''])])
  .transform((value) => value === true || ['true', '1', 'yes'].includes(String(value)));

/** An empty cell counts as absent. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const rowSchema = z.strictObject({
  email: field.email,
  name: optional(field.name),
  role: optional(field.role),
  email_verified: flag.optional(),
  password_hash: optional(bcryptHash),
});
export type ImportRow = z.output<typeof rowSchema>;

/** One row of a file: what it says, or what is wrong with it. Numbers count the header of a CSV file. */
export type ReadRow = { row: number; email: string } & ({ value: ImportRow } | { problem: string });

const decode = async function* (body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of body) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
};

const lines = async function* (body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  let rest = '';
  const parse = (line: string): unknown => {
    try {
      return JSON.parse(line);
    } catch {
      return line;
    }
  };
  for await (const text of decode(body)) {
    const complete = `${rest}${text}`.split('\n');
    rest = complete.pop() ?? '';
    for (const line of complete) if (line.trim() !== '') yield parse(line);
  }
  if (rest.trim() !== '') yield parse(rest);
};

const records = async function* (body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (name) => name.trim().toLowerCase(),
  });
  Readable.from(decode(body))
    .on('error', (error) => parser.destroy(error))
    .pipe(parser);
  yield* parser;
};

const emailIn = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'email' in value ? String(value.email) : '';

/** Reads and checks the rows of a file as they come. */
export const readRows = async function* (
  format: ImportFormat,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<ReadRow> {
  let row = format === 'csv' ? 1 : 0;
  for await (const value of format === 'csv' ? records(body) : lines(body)) {
    row += 1;
    const parsed = rowSchema.safeParse(value, { error: fieldMessage });
    if (parsed.success) {
      yield { row, email: parsed.data.email, value: parsed.data };
      continue;
    }
    const [issue] = parsed.error.issues;
    const path = issue?.path.map(String).join('.');
    const text = fieldReasonText(fieldProblemOf(issue?.message ?? ''));
    yield { row, email: emailIn(value), problem: path ? `${path}: ${text}` : text };
  }
};
