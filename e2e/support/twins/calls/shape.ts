import type { WriteTransaction } from '#main/storage/database/schema.ts';

/** What is known about a call, where it isn't as usual. */
export interface Remarks {
  /** Its answer is about other people than the one whom it is given. */
  readonly aboutOthers?: true;
  /** It writes the IDs that it is given, whoever they are of. */
  readonly writesIds?: true;
  /** Why nothing changes if one of its conditions is dropped. */
  readonly unnoticed?: string;
  /** It takes no organization and no person. */
  readonly isForEveryone?: true;
}

/** A function of the store with all arguments but the first. */
export interface StoreCall extends Remarks {
  /** The path of its file below the store, without an ending, and its name. */
  readonly name: string;
  readonly run: (db: WriteTransaction, ...args: readonly never[]) => unknown;
  readonly args: readonly unknown[];
}

/** Arguments of a call with remarks. */
interface Remarked<Arguments> {
  readonly remarks: Remarks;
  readonly args: Arguments;
}

export const remarked = <const Arguments extends readonly unknown[]>(
  remarks: Remarks,
  ...args: Arguments
): Remarked<Arguments> => ({ remarks, args });

export const aboutOthers = <const Arguments extends readonly unknown[]>(...args: Arguments): Remarked<Arguments> =>
  remarked({ aboutOthers: true }, ...args);

export const writesIds = <const Arguments extends readonly unknown[]>(...args: Arguments): Remarked<Arguments> =>
  remarked({ writesIds: true }, ...args);

type Rest<Arguments> = Arguments extends readonly [unknown, ...infer Others] ? Others : never;

type Call<Arguments> = Readonly<Arguments> | Remarked<Readonly<Arguments>>;

/** The functions that query, and take more than numbers. Those that insert a row take its columns from it. */
type Called<Module, Name extends keyof Module> = Module[Name] extends (...args: infer Arguments) => PromiseLike<unknown>
  ? WriteTransaction extends Arguments[0]
    ? Name extends `insert${string}`
      ? never
      : Rest<Arguments> extends readonly (number | undefined)[]
        ? never
        : Name
    : never
  : never;

/**
 * With what to call each function of a module that could mix organizations or people up: one call, or several. `everyone` if it
 * takes neither.
 */
type CallsOf<Module> = {
  readonly [Name in keyof Module as Called<Module, Name>]: Module[Name] extends (...args: infer Arguments) => unknown
    ? Call<Rest<Arguments>> | { readonly each: readonly Call<Rest<Arguments>>[] } | 'everyone'
    : never;
};

const callsIn = (value: unknown): { remarks: Remarks; args: readonly unknown[] }[] => {
  if (value === 'everyone') return [{ remarks: { isForEveryone: true }, args: [] }];
  if (Array.isArray(value)) return [{ remarks: {}, args: value }];
  const given = value as Remarked<readonly unknown[]> | { each: readonly unknown[] };
  return 'each' in given ? given.each.flatMap(callsIn) : [given];
};

/** Calls of the functions of a module, by the path of its file below the store. */
export const callsTo = <Module extends object>(file: string, module: Module, calls: CallsOf<Module>): StoreCall[] => {
  const functions = new Map<string, StoreCall['run']>(Object.entries(module));
  return Object.entries<unknown>(calls).flatMap(([name, value]) => {
    const run = functions.get(name);
    if (!run) throw new Error(`${file} has no ${name}`);
    return callsIn(value).map(({ remarks, args }) => ({ ...remarks, name: `${file} ${name}`, run, args }));
  });
};

const rows = new WeakSet<object>();

/** Marks an argument as a row that the caller has read: the function changes that row, whoever it is of. */
export const row = <Value extends object>(value: Value): Value => {
  const marked = { ...value };
  rows.add(marked);
  return marked;
};

export const isRow = (value: object): boolean => rows.has(value);

export const page = { limit: 100, offset: 0 };
