import { isDeepStrictEqual } from 'node:util';
import { day, hour, minute, second } from '#shared/rules/limits.ts';
import type { WrittenRow } from './written-rows.ts';

/** Says values in the same texts in each run: IDs by what they belong to, times from now on. */
export interface EffectTexts {
  /** One value, as JSON. */
  of(value: unknown): string;
}

const idPattern =
  /(?<![\w-])(?:user|tnt|sess|inv|ws|mail|link|key|svc|grp|rol|app|asec|pk|tdev|req|run|appr|queue|ip|bill|inst|dest|dlv|evt)_[\w-]{22}(?:_\w+)?(?![\w-])/g;
const isoPattern = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const longest = 3 * 366 * day;

const units = [
  ['d', day],
  ['h', hour],
  ['min', minute],
  ['s', second],
] as const;

/** Seed data differs by milliseconds. */
const sinceNow = (at: number, now: number): string => {
  const exactly = Math.round((at - now) / second);
  const inMinutes = Math.round(exactly / 60) * 60;
  // The OpenID library rounds seconds of its own clock.
  const seconds = Math.abs(exactly - inMinutes) <= 2 ? inMinutes : exactly;
  if (Math.abs(at - now) < second) return 'now';
  const [unit, ms] = units.find(([, each]) => (seconds * second) % each === 0) ?? ['s', second];
  const count = (seconds * second) / ms;
  return `now${count > 0 ? '+' : ''}${count}${unit}`;
};

/** Names each ID in seed data by its path: `own.target.id`. */
const namesIn = (value: unknown, path: string, names: Map<string, string>): void => {
  if (typeof value === 'string') {
    if (value.match(idPattern)?.[0] === value && !names.has(value)) names.set(value, path);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) namesIn(part, path === '' ? name : `${path}.${name}`, names);
  }
};

/** Not the names of actions, errors and permissions: they have few capitals. */
const isSecret = (text: string): boolean => {
  const capitals = text.replaceAll(/[^A-Z]/g, '').length;
  return /[a-z]/.test(text) && capitals > 0 && (/[\d_-]/.test(text) || 5 * capitals > text.length);
};

/** The OpenID library reads a clock of its own. */
const ofLibraryClock: ReadonlySet<string> = new Set(['iat', 'exp', 'iiat']);

const isNothing = (value: unknown): boolean => value === null || value === '' || value === undefined;

/** @param known what IDs are named after */
export const effectTexts = (known: object, now: number): EffectTexts => {
  const names = new Map<string, string>();
  namesIn(known, '', names);
  const nameOf = (id: string): string => {
    const prefix = id.slice(0, id.indexOf('_'));
    const others = [...names.values()].filter((name) => name.startsWith(`${prefix} `)).length;
    const name = names.get(id) ?? `${prefix} ${others + 1}`;
    names.set(id, name);
    return `<${name}>`;
  };
  const plainText = (text: string): string =>
    text
      .replaceAll(isoPattern, (iso) => `<${sinceNow(Date.parse(iso), now)}>`)
      .replaceAll(idPattern, nameOf)
      .replaceAll(/w\d+-(own|foreign|stranger)/g, '$1')
      .replaceAll(/fresh[\w-]*\d+@/g, 'fresh@')
      // Seed data counts its servers in all files of a process.
      .replaceAll(/(?<![\w.-])9\d{4}(?!\w)/g, '<server>')
      .replaceAll(/(?:\/[\w.-]+)*\/castellan-[\w./-]+/g, '<path>')
      .replaceAll(/\b[A-Z]{4}-[A-Z]{4}\b/g, '<code>')
      .replaceAll(/\$2b\$\d\d\$[\w./]{53}/g, '<password hash>')
      .replaceAll(/[\w-]{20,}(?:\.[\w-]+)*/g, (long) => (isSecret(long) ? '<secret>' : long))
      .replaceAll(/[\da-f]{12}\.<secret>/g, '<sealed>');
  const plain = (value: unknown): unknown => {
    if (typeof value === 'number') {
      const near = [value, value * second].find((ms) => Number.isInteger(value) && Math.abs(ms - now) < longest);
      return near === undefined ? value : `<${sinceNow(near, now)}${near === value ? '' : ' in seconds'}>`;
    }
    if (typeof value === 'string') {
      // Columns with JSON in them.
      if (/^[[{]/.test(value)) {
        try {
          return plain(JSON.parse(value));
        } catch {
          return plainText(value);
        }
      }
      return plainText(value);
    }
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, part]) => !isNothing(part) && !ofLibraryClock.has(name))
        .map(([name, part]) => [name, plain(part)]),
    );
  };
  return { of: (value) => JSON.stringify(plain(value)) };
};

/** Numbers and hashes of a chain, which say no more than that a row was added. */
const unsaid: ReadonlySet<string> = new Set([
  'day',
  'last_active_at',
  'sequence',
  'hash',
  'previous_hash',
  'actor_digest',
  'target_digest',
  'origin_digest',
  'actor_text',
  'target_text',
  'request_id',
  'search_text',
]);

const fieldsOf = (value: unknown): Record<string, unknown> | undefined => {
  const parsed: unknown = typeof value === 'string' && value.startsWith('{') ? JSON.parse(value) : undefined;
  return parsed as Record<string, unknown> | undefined;
};

/** Of JSON, only the fields that differ. */
const differenceOf = (before: unknown, after: unknown): unknown => {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  if (!was || !is) return [before, after];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => !ofLibraryClock.has(name) && !isDeepStrictEqual(was[name], is[name]),
  );
  return Object.fromEntries(names.map((name) => [name, [was[name] ?? null, is[name] ?? null]]));
};

/** The rows that were written, one a line, without columns that hold nothing or stay as they are. */
export const linesOf = (rows: readonly WrittenRow[], texts: EffectTexts): string[] =>
  rows.flatMap(({ table, before, after }) => {
    const columns = Object.keys(after ?? before ?? {}).filter((name) => !unsaid.has(name));
    if (after === undefined) {
      const kept = columns
        .filter((name) => name === 'id' || name.endsWith('_id'))
        .map((name) => [name, before?.[name]]);
      return [`- ${table} ${texts.of(Object.fromEntries(kept.filter(([, value]) => !isNothing(value))))}`];
    }
    if (before === undefined) {
      const set = columns.map((name) => [name, after[name]] as const).filter(([, value]) => !isNothing(value));
      return [`+ ${table} ${texts.of(Object.fromEntries(set))}`];
    }
    const changed = columns.filter((name) => before[name] !== after[name]);
    const key = ['id', ...columns.filter((name) => name.endsWith('_id'))].filter((name) => !isNothing(after[name]));
    const about = Object.fromEntries(key.map((name) => [name, after[name]]));
    const change = changed.map((name) => [name, differenceOf(before[name], after[name])] as const);
    const told = change.filter(([, difference]) => JSON.stringify(difference) !== '{}');
    if (told.length === 0) return [];
    return [`~ ${table} ${texts.of(about)} ${texts.of(Object.fromEntries(told))}`];
  });
