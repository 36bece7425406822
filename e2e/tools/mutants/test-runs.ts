import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { createVitest, type Reporter, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';
import { westOfUtc } from '../../support/zones-of-tests.ts';
import { GroupWorker, killWorkers } from './group-worker.ts';
import { applyMutant, type Mutant } from './mutant.ts';
import { addProbes, root } from './probes.ts';

// As in vitest.config.ts.
process.env.TZ = westOfUtc;

const screens = '**/*.screen.test.ts';

/** The tests that can notice a mutant: those that run the sources in their own process. */
const projects = [
  {
    name: 'units',
    include: ['{main,preload,shared,renderer}/**/*.test.ts', 'e2e/{http-api,attacks}/**/*.test.ts'],
    exclude: [screens],
  },
  {
    name: 'screens',
    include: [screens],
    environment: join(root, 'e2e/support/screens/dom-environment.ts'),
    env: { NODE_ENV: 'production' },
  },
];

export interface Finished {
  readonly failed: string[];
  /** The first test that failed, with its message. */
  readonly killer: string | undefined;
  /** Whether the run was stopped because no test ended for too long. */
  readonly isHung: boolean;
}

/** One vitest that stays warm: sources are transformed once, only the worker is new in each run. */
export interface TestRuns {
  /** Every test file, as a path from the repository's root. */
  readonly files: readonly string[];
  /**
   * Runs test files in this order. With a mutant, the run ends with the first failure.
   * @param longestMs how long a file took without a mutant, at most: none of its tests may take twice as long
   */
  run(files: readonly string[], mutant?: Mutant, longestMs?: number): Promise<Finished>;
  close(): Promise<void>;
}

/** A single test or hook may take so long without a sign of life in any case, ms. What then goes on is a loop without an end. */
const hungMs = 40_000;
/** The same where nobody knows how long it takes, as in vitest.config.ts. */
const unknownMs = 180_000;

const isSource = (path: string): boolean =>
  /^(main|preload|renderer|shared)\/.*\.tsx?$/.test(path) && !path.endsWith('.test.ts');

const killerOf = (module: TestModule): string | undefined => {
  const failures = [...module.children.allTests('failed')].map((test) => ({
    name: test.fullName,
    message: test.result().errors?.[0]?.message,
  }));
  const [first] = failures;
  if (first) return `${first.name}: ${first.message?.split('\n')[0] ?? ''}`;
  return module.errors()[0]?.message.split('\n')[0];
};

/** @param probes whether the sources record which of their functions are called, for the map */
export const createTestRuns = async ({ probes, workers }: { probes: boolean; workers: number }): Promise<TestRuns> => {
  let mutant: Mutant | undefined;
  let lastSign = 0;
  let order: readonly string[] = [];
  const sign = (): void => {
    lastSign = performance.now();
  };
  /** The test files that have run since the run began. What a run returns also lists results of earlier runs. */
  const ended = new Map<string, TestModule>();
  const reporter: Reporter = {
    onTestModuleStart: sign,
    onTestCaseReady: sign,
    onTestCaseResult: sign,
    onTestModuleEnd: (module) => void ended.set(relative(root, module.moduleId), module),
  };
  const plugin: Plugin = {
    name: 'castellan-mutants',
    enforce: 'pre',
    // The cache goes by the file on the disk, which a mutant does not change.
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(({ id }) => {
        const file = relative(root, id.replace(/\?.*$/, ''));
        if (mutant?.file === file) return JSON.stringify(mutant);
        return probes && isSource(file) ? 'probes' : undefined;
      });
    },
    transform(text: string, id: string) {
      const file = relative(root, id.replace(/\?.*$/, '')).replaceAll('\\', '/');
      if (mutant?.file === file) return { code: applyMutant(readFileSync(join(root, file), 'utf8'), mutant) };
      return probes && isSource(file) ? { code: addProbes(file, text) } : undefined;
    },
  };
  const vitest: Vitest = await createVitest(
    'test',
    {
      config: false,
      root,
      projects: projects.map((project) => ({
        root,
        plugins: [plugin],
        oxc: { jsx: { runtime: 'automatic', development: false } },
        // Commands run in the process of the tests, where a mutant reaches them.
        resolve: {
          alias: [
            { find: /^electron$/, replacement: join(root, 'e2e/support/electron.ts') },
            { find: /^.*\/warm-program\.ts$/, replacement: join(import.meta.dirname, 'commands-here.ts') },
          ],
        },
        test: {
          ...project,
          isolate: false,
          pool: { name: 'groups', createPoolWorker: (options) => new GroupWorker(options) },
          restoreMocks: true,
          // A busy computer is no fault of a mutant: the watch below ends what hangs.
          testTimeout: unknownMs,
          hookTimeout: unknownMs,
          expect: { poll: { timeout: 20_000, interval: 20 } },
          setupFiles: probes ? [join(import.meta.dirname, 'probe-setup.ts')] : [],
        },
      })),
      watch: false,
      // Apart from the cache of ordinary runs, which must never see a mutant.
      fsModuleCachePath: join(root, 'node_modules/.cache/mutants/modules'),
      maxWorkers: workers,
      bail: probes ? 0 : 1,
      reporters: [reporter],
      sequence: {
        sequencer: class {
          shard = async (files: TestSpecification[]) => files;
          sort = async (files: TestSpecification[]) =>
            files.toSorted(
              (a, b) => order.indexOf(relative(root, a.moduleId)) - order.indexOf(relative(root, b.moduleId)),
            );
        },
      },
    },
    { logLevel: 'silent' },
  );
  const specifications = new Map(
    (await vitest.globTestSpecifications()).map((found) => [relative(root, found.moduleId), found] as const),
  );

  return {
    files: [...specifications.keys()].sort(),
    async run(files, change, longestMs = unknownMs / 2) {
      mutant = change;
      order = files;
      ended.clear();
      vitest.state.filesMap.clear();
      vitest.state.idMap.clear();
      if (change) vitest.invalidateFile(join(root, change.file));
      sign();
      let isHung = false;
      const limitMs = Math.max(hungMs, 2 * longestMs);
      const watch = setInterval(() => {
        if (performance.now() - lastSign < limitMs) return;
        isHung = true;
        killWorkers();
      }, 1_000);
      try {
        const wanted = files.flatMap((file) => specifications.get(file) ?? []);
        const { unhandledErrors } = await vitest.runTestSpecifications(wanted);
        const failed = [...ended].filter(([, module]) => !module.ok());
        const [unhandled] = unhandledErrors;
        const isComplete = ended.size === wanted.length;
        if (failed.length === 0 && !isComplete && !isHung && unhandled === undefined)
          throw new Error(`Only ${ended.size} of ${wanted.length} test files ran`);
        return {
          failed: failed.map(([file]) => file),
          killer:
            failed.map(([, module]) => killerOf(module)).find((name) => name !== undefined) ??
            (unhandled === undefined ? undefined : String(unhandled)),
          isHung,
        };
      } finally {
        clearInterval(watch);
        mutant = undefined;
        if (change) vitest.invalidateFile(join(root, change.file));
      }
    },
    close: () => vitest.close(),
  };
};
