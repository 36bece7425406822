import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import type { z } from 'zod';
import type { Logger } from '../platform/logger.ts';

/** A small file of fields that the app reads once, and writes again with changes. */
export interface FieldStore<Values> {
  /** Where the file is kept as it was, if some of it couldn't be read at this start. */
  readonly damaged: string | undefined;
  get(): Readonly<Values>;
  /** Takes effect at once and is written in the background. Logs write errors. */
  set(changed: Partial<Values>): void;
  /**
   * Takes effect once it is written.
   * @throws Error if it can't be written
   */
  save(changed: Partial<Values>): Promise<void>;
  /** Resolves when everything is written. */
  flush(): Promise<void>;
}

interface Fields<Values> {
  file: string;
  /** What the log calls it. */
  name: string;
  /** Each field has a default, or is optional. */
  shape: z.ZodType<Values> & { readonly shape: Readonly<Record<string, z.ZodType>> };
  /** Where the default could undo what the person has chosen. */
  cautious?: Readonly<Record<string, unknown>>;
  log: Logger;
}

/** What was read, and the names of what couldn't be. */
interface Read<Values> {
  values: Values;
  unreadable: readonly string[];
}

/** Each item of a list that can be read: one bad item must not hide the others. */
const readableItems = (list: z.ZodType, value: unknown): unknown => {
  if (!Array.isArray(value)) return undefined;
  return value.filter((item) => list.safeParse([item]).success);
};

/** Reads each field by itself, so that a bad one loses nothing but itself. */
const readFields = <Values>(
  { shape, cautious = {} }: Fields<Values>,
  stored: Record<string, unknown>,
): Read<Values> => {
  const known = Object.entries(shape.shape);
  const unreadable = known.filter(([name, field]) => !field.safeParse(stored[name]).success).map(([name]) => name);
  const repaired = known
    .filter(([name]) => unreadable.includes(name))
    .map(([name, field]) => {
      const items = readableItems(field, stored[name]) ?? cautious[name];
      return [name, field.safeParse(items).success ? items : undefined];
    });
  return { values: shape.parse({ ...stored, ...Object.fromEntries(repaired) }), unreadable };
};

const readText = <Values>(fields: Fields<Values>, text: string): Read<Values> => {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    stored = undefined;
  }
  if (typeof stored === 'object' && stored !== null && !Array.isArray(stored))
    return readFields(fields, stored as Record<string, unknown>);
  return { values: fields.shape.parse({}), unreadable: ['everything'] };
};

/** Where to keep a file that couldn't be read completely: no earlier one is overwritten. */
const freePlace = (file: string): string => {
  for (let count = 1; ; count += 1) {
    const place = `${file}.damaged-${count}`;
    if (!existsSync(place)) return place;
  }
};

interface Opened<Values> {
  values: Values;
  /** The copy of a file of which some can't be read. */
  damaged?: string;
  /** False if writing would lose what is in the file. */
  mayWrite: boolean;
}

const open = <Values>(fields: Fields<Values>): Opened<Values> => {
  const { file, name, shape, log } = fields;
  let read: Read<Values> = { values: shape.parse({}), unreadable: [] };
  try {
    const text = readFileSync(file, 'utf8');
    read = readText(fields, text);
    const { values, unreadable } = read;
    if (unreadable.length === 0) return { values, mayWrite: true };
    const damaged = freePlace(file);
    writeFileSync(damaged, text, { mode: 0o600, flag: 'wx' });
    log.warn({ fields: unreadable, copy: damaged }, `invalid ${name}; using defaults for these`);
    return { values, damaged, mayWrite: true };
  } catch (error) {
    const { values } = read;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { values, mayWrite: true };
    log.error({ err: error }, `failed to read or keep the ${name}; changes are not saved`);
    return { values, mayWrite: false };
  }
};

export const openFields = <Values extends object>(fields: Fields<Values>): FieldStore<Values> => {
  const { file, name, log } = fields;
  const opened = open(fields);
  let { values } = opened;
  const write = async (next: Values): Promise<void> => {
    if (!opened.mayWrite) throw new Error(`Writing the ${name} would lose what is in ${file}`);
    await writeFile(`${file}.part`, JSON.stringify(next, null, 2), { mode: 0o600 });
    await rename(`${file}.part`, file);
  };
  const writeOrLog = async (): Promise<void> => {
    if (!opened.mayWrite) return;
    try {
      await write(values);
    } catch (error) {
      log.error({ err: error }, `failed to write the ${name}`);
    }
  };
  // The next start must not find the same damage again.
  let writing = opened.damaged === undefined ? Promise.resolve() : writeOrLog();
  return {
    damaged: opened.damaged,
    get: () => values,
    set(changed) {
      values = { ...values, ...changed };
      writing = writing.then(writeOrLog);
    },
    async save(changed) {
      const saving = writing.then(async () => {
        const next = { ...values, ...changed };
        await write(next);
        values = next;
      });
      // Whoever saves gets the error.
      writing = saving.catch(() => undefined);
      await saving;
    },
    flush: () => writing,
  };
};
