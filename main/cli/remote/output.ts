import { StartError } from '../../platform/start-error.ts';
import { printLine, tableLine } from '../print.ts';

const formats = ['json', 'table', 'ndjson'] as const;
type Format = (typeof formats)[number];

/** @throws StartError for another format */
export const formatOf = (text = 'json'): Format => {
  const format = formats.find((known) => known === text);
  if (!format) throw new StartError(`--output: Must be one of: ${formats.join(', ')}`);
  return format;
};

/** Longer texts push the rest of their line to the right. */
const widest = 40;

type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

const printTable = async (rows: readonly unknown[]): Promise<void> => {
  const objects = rows.map((row) => (isRow(row) ? row : { value: row }));
  const names = [...new Set(objects.flatMap((row) => Object.keys(row).filter((name) => isPlain(row[name]))))];
  const lines = [names, ...objects.map((row) => names.map((name) => textOf(row[name])))];
  const widths = names.map((_, at) => Math.min(widest, Math.max(...lines.map((line) => line[at]?.length ?? 0))));
  for (const line of lines) await printLine(tableLine(line.map((text, at) => ({ text, width: widths[at] ?? 0 }))));
};

const printJson = async (value: unknown): Promise<void> => {
  for (const line of JSON.stringify(value, null, 2).split('\n')) await printLine(line);
};

/** Prints rows as they come, or all together where they belong together. */
export const printRows = async (rows: AsyncIterable<unknown>, format: Format): Promise<void> => {
  const all: unknown[] = [];
  for await (const row of rows) {
    if (format === 'ndjson') await printLine(JSON.stringify(row));
    else all.push(row);
  }
  if (format !== 'ndjson') await (format === 'json' ? printJson(all) : printTable(all));
};

/** Prints an answer. @param rows the field that has the rows of a list */
export const printAnswer = async (answer: unknown, format: Format, rows: string | undefined): Promise<void> => {
  if (answer === undefined) return;
  if (format === 'json') return printJson(answer);
  const listed = rows !== undefined && isRow(answer) ? answer[rows] : undefined;
  const each = Array.isArray(listed) ? listed : [answer];
  if (format === 'table') return printTable(each);
  for (const row of each) await printLine(JSON.stringify(row));
};
