import { isDeepStrictEqual } from 'node:util';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '#main/storage/database/schema.ts';
import { asTransaction } from '#main/storage/database/tables.ts';
import { isRow, type StoreCall } from './calls/shape.ts';
import type { WatchedDatabase } from './condition-dropper.ts';
import { isOfTwin, storedTexts, twinId } from './twin-rows.ts';

/** What a call answered, and what the tables contained after it; undefined if it wrote nothing. */
interface Outcome {
  readonly answer: unknown;
  readonly contents: readonly string[] | undefined;
  readonly conditions: number;
}

const countChanges = async (db: Kysely<Schema>): Promise<number> =>
  (await sql<{ count: number }>`select total_changes() as count`.execute(db)).rows[0]?.count ?? 0;

const undone = new Error('undone');

/** Calls a function and undoes what it wrote. */
const outcomeOf = async (
  { db, dropper }: WatchedDatabase,
  { run, args }: StoreCall,
  ids: ReadonlySet<string>,
  drop?: number,
): Promise<Outcome> => {
  let outcome: Outcome | undefined;
  await db
    .transaction()
    .execute(async (tx) => {
      const before = await countChanges(tx);
      dropper.begin(ids, drop);
      const answer = await Promise.resolve(run(asTransaction(tx), ...(args as never[]))).catch(
        (error: Error) => error.message,
      );
      const conditions = dropper.end();
      const hasWritten = (await countChanges(tx)) > before;
      outcome = { answer, contents: hasWritten ? await storedTexts(tx) : undefined, conditions };
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  if (!outcome) throw new Error('The transaction has not run');
  return outcome;
};

/** The arguments with other IDs, wherever these stand except in rows. */
const renamed = (value: unknown, rename: (id: string) => string): unknown => {
  if (typeof value === 'string') return rename(value);
  if (Array.isArray(value)) return value.map((item) => renamed(item, rename));
  if (typeof value !== 'object' || value === null || isRow(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, renamed(item, rename)]));
};

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const chosenTexts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null && !isRow(value) ? Object.values(value).flatMap(chosenTexts) : [];
};

/** One installation, and twice the same with twins. */
export interface Twins {
  readonly empty: WatchedDatabase;
  readonly alone: WatchedDatabase;
  readonly organizations: WatchedDatabase;
  readonly people: WatchedDatabase;
  /** IDs that have a twin: of the organization, and everything in it. */
  readonly ids: ReadonlySet<string>;
  readonly tenantId: string;
  /** The people who have a twin in their organization. */
  readonly peopleIds: ReadonlySet<string>;
}

const none = (id: string): string => `${id}none`;

/** Finds where a function of the store mixes up organizations, people or what is theirs. */
export const createScopeCheck = ({ empty, alone, organizations, people, ids, tenantId, peopleIds }: Twins) => {
  const idsIn = (args: unknown, texts: (value: unknown) => string[]): ReadonlySet<string> =>
    new Set(texts(args).filter((text) => ids.has(text)));
  /** IDs that the caller has chosen, so not those of rows. */
  const chosenIds = ({ args }: StoreCall): string[] => [...idsIn(args, chosenTexts)];

  const unchanged = new Map<WatchedDatabase, Promise<readonly string[]>>();
  const contentsBefore = (database: WatchedDatabase) => {
    const before = unchanged.get(database) ?? storedTexts(database.db);
    unchanged.set(database, before);
    return before;
  };

  /** A call with other IDs. */
  const withIds = (
    call: StoreCall,
    rename: (id: string) => string,
  ): { call: StoreCall; given: ReadonlySet<string> } => {
    const change = (text: string) => (ids.has(text) ? rename(text) : text);
    const args = renamed(call.args, change) as unknown[];
    return {
      call: { ...call, args },
      given: new Set([...idsIn(call.args, textsIn)].flatMap((id) => [id, rename(id)])),
    };
  };

  const same = (id: string): string => id;

  const outcome = (
    database: WatchedDatabase,
    call: StoreCall,
    rename: (id: string) => string,
    drop: number | undefined,
  ) => {
    const renamedCall = withIds(call, rename);
    return outcomeOf(database, renamedCall.call, renamedCall.given, drop);
  };

  /** What happens beside twins has to be what happens without them, and the twins have to stay. */
  const differs = async (beside: WatchedDatabase, call: StoreCall, drop: number | undefined): Promise<boolean> => {
    const expected = await outcome(alone, call, same, drop);
    const actual = await outcome(beside, call, same, drop);
    if (!isDeepStrictEqual(actual.answer, expected.answer)) return true;
    const [before, after] = [await contentsBefore(beside), actual.contents ?? (await contentsBefore(beside))];
    const own = expected.contents ?? (await contentsBefore(alone));
    return (
      !isDeepStrictEqual(
        after.filter((text) => !isOfTwin(text)),
        own,
      ) || !isDeepStrictEqual(after.filter(isOfTwin), before.filter(isOfTwin))
    );
  };

  /** With something of a twin in place of their own, a caller has to find what is found for an ID that doesn't exist. */
  const crosses = async (
    beside: WatchedDatabase,
    call: StoreCall,
    keeps: (id: string) => boolean,
    drop: number | undefined,
  ): Promise<boolean> => {
    const given = chosenIds(call);
    if (call.writesIds || !given.some(keeps) || given.every(keeps)) return false;
    const expected = await outcome(beside, call, (id) => (keeps(id) ? id : none(id)), drop);
    const actual = await outcome(beside, call, (id) => (keeps(id) ? id : twinId(id)), drop);
    return !isDeepStrictEqual([actual.answer, actual.contents], [expected.answer, expected.contents]);
  };

  /** With an ID that doesn't exist, nothing is found and nothing is written, as if there were nothing at all. */
  const findsForNobody = async (
    call: StoreCall,
    rename: (id: string) => string,
    drop: number | undefined,
  ): Promise<boolean> => {
    const expected = await outcome(empty, call, rename, drop);
    const actual = await outcome(alone, call, rename, drop);
    if (!isDeepStrictEqual(actual.answer, expected.answer)) return true;
    return actual.contents !== undefined && !isDeepStrictEqual(actual.contents, await contentsBefore(alone));
  };

  const isTenant = (id: string): boolean => id === tenantId;
  const isPerson = (id: string): boolean => peopleIds.has(id);

  /** What goes wrong; undefined if nothing does. */
  const fault = async (call: StoreCall, drop?: number): Promise<string | undefined> => {
    if (await differs(organizations, call, drop)) return 'answers or writes for the twin organization';
    if (await crosses(organizations, call, isTenant, drop)) return 'finds what belongs to the twin organization';
    const given = chosenIds(call);
    if (given.length > 0 && (await findsForNobody(call, none, drop))) return 'finds something for nobody';
    for (const missing of call.aboutOthers || call.writesIds ? [] : given) {
      const rename = (id: string) => (id === missing ? none(id) : id);
      if (await findsForNobody(call, rename, drop)) return `finds something without ${missing}`;
    }
    if (call.aboutOthers || !given.some(isPerson)) return undefined;
    if (await differs(people, call, drop)) return 'answers or writes for the twin of the person';
    if (await crosses(people, call, isPerson, drop)) return 'finds what belongs to the twin of the person';
    return undefined;
  };

  /** How many conditions of its statements compare with an ID that it was given. */
  const countConditions = async (call: StoreCall): Promise<number> =>
    (await outcome(alone, call, same, undefined)).conditions;

  return { fault, countConditions };
};
