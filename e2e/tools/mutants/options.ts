import { parseArgs } from 'node:util';

export interface Options {
  /** Paths or starts of paths from the repository's root. */
  readonly files: readonly string[];
  /** How many mutants. */
  readonly sample: number;
  readonly seed: number;
  /** Test files that would take longer than this altogether are left out, the unlikeliest first, seconds. */
  readonly limitSeconds: number;
  /** A change made by hand, instead of a sample. */
  readonly change: { readonly file: string; readonly before: string; readonly after: string } | undefined;
  /** Whether to run the changes of known.ts instead of a sample. */
  readonly isKnown: boolean;
  /** Whether to run only the survivors of the last run. */
  readonly isRetry: boolean;
  /** Whether to only list the sample. */
  readonly isList: boolean;
}

export const usage = `Usage: npm run mutants -- [options]

  --files PATH      only files whose path starts so; repeat it for more (default: all of main, renderer and shared)
  --sample N        how many mutants, the same number from each folder (default: 60)
  --seed N          which ones (default: 1)
  --limit SECONDS   how long the tests of one mutant may take in all (default: 90)
  --known           the changes that known.ts lists, instead of a sample
  --survivors       only those that survived the last run
  --list            lists the sample and runs nothing
  --change FILE BEFORE AFTER
                    one change made by hand: BEFORE must occur exactly once in FILE
`;

const toNumber = (name: string, text: string): number => {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} needs a whole number above zero`);
  return number;
};

/** @throws Error if an option is unknown or its value is wrong */
export const readOptions = (args: readonly string[]): Options => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      files: { type: 'string', multiple: true },
      sample: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      limit: { type: 'string', default: '90' },
      change: { type: 'boolean', default: false },
      known: { type: 'boolean', default: false },
      survivors: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
  });
  const [file, before, after, ...rest] = positionals;
  const isComplete = file !== undefined && before !== undefined && after !== undefined && rest.length === 0;
  if (values.change ? !isComplete : positionals.length > 0)
    throw new Error(values.change ? '--change needs FILE, BEFORE and AFTER' : `Unexpected ${positionals.join(' ')}`);
  return {
    files: values.files ?? [''],
    sample: toNumber('sample', values.sample),
    seed: toNumber('seed', values.seed),
    limitSeconds: toNumber('limit', values.limit),
    change: values.change && isComplete ? { file, before, after } : undefined,
    isKnown: values.known,
    isRetry: values.survivors,
    isList: values.list,
  };
};
