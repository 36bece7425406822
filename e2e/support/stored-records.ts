import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { storedVariants } from './stored-variants.ts';

/** What one release writes: by shape, then by variant, as parsed JSON. */
export type StoredRecord = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export const recordFolder = join(import.meta.dirname, '../../main/storage/store/recorded');

/** What this version writes. */
export const writtenNow = (): StoredRecord =>
  Object.fromEntries(Object.values(storedVariants).map(({ name, written }) => [name, written()]));

/** What each release wrote, the first one first. */
export const readRecords = (): [release: string, record: StoredRecord][] =>
  readdirSync(recordFolder)
    .map((file) => file.replace(/\.json$/, ''))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((release) => [release, JSON.parse(readFileSync(join(recordFolder, `${release}.json`), 'utf8'))]);

const entriesOf = (record: StoredRecord): [shape: string, variant: string, content: unknown][] =>
  Object.entries(record).flatMap(([shape, variants]) =>
    Object.entries(variants).map(([variant, content]): [string, string, unknown] => [shape, variant, content]),
  );

/** Whether a value has everything that a part of it has. */
const contains = (value: unknown, part: unknown): boolean => {
  if (typeof part !== 'object' || part === null) return Object.is(value, part);
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(part)) return false;
  return Object.entries(part).every(([key, field]) => contains((value as Record<string, unknown>)[key], field));
};

const versionOf = (content: unknown): unknown =>
  typeof content === 'object' && content !== null && 'v' in content ? content.v : 1;

/** What a release wrote that this version can't read, or reads as something else: a line each. */
export const findUnread = (release: string, record: StoredRecord): string[] =>
  entriesOf(record).flatMap(([shape, variant, content]) => {
    const known = Object.entries(storedVariants).find(([name]) => name === shape)?.[1];
    if (!known) return [`${shape}: ${release} stored it, and nothing reads it`];
    const current = versionOf(Object.values(known.written())[0]);
    try {
      const value = known.read(content);
      if (versionOf(content) !== current || contains(value, content)) return [];
      return [`${shape}, ${variant}: what ${release} wrote is read as something else`];
    } catch (error) {
      return [`${shape}, ${variant}, of ${release}: ${(error as Error).message}`];
    }
  });

/** Where a version writes something else than a record says. */
export const findUnrecorded = (record: StoredRecord, written: StoredRecord): string[] =>
  [...new Set([...Object.keys(record), ...Object.keys(written)])]
    .filter((shape) => !isDeepStrictEqual(record[shape], written[shape]))
    .map((shape) => `${shape} is written differently: run node e2e/tools/run.mjs e2e/tools/record-stored.ts`);

/** What a release wrote and the next one no longer does, although both may use the same rows. */
export const findLost = (before: StoredRecord, after: StoredRecord): string[] =>
  entriesOf(before).flatMap(([shape, variant, content]) => {
    const next = after[shape]?.[variant];
    return next === undefined || contains(next, content)
      ? []
      : [`${shape}, ${variant}: the release before may not be able to read it`];
  });
