import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { edgesOf, readSources } from '../boundaries/module-graph.ts';
import { hashOf, hitsFolder, root } from './probes.ts';
import { createTestRuns } from './test-runs.ts';

/** What one test file did when the map was made. */
export interface TestEntry {
  /** Of the test file's text, and of the helpers in e2e that it imports. */
  readonly hash: string;
  /** How long it took, ms. */
  readonly ms: number;
  /** Whether it passed without a mutant. A file that fails says nothing about mutants. */
  readonly passes: boolean;
  /** The ids of the functions that it called. */
  readonly hits: readonly string[];
}

/** Which test files call which functions. */
export interface TestMap {
  /** The sources as they were then, by path: the hash of their text. */
  readonly sources: Readonly<Record<string, string>>;
  readonly tests: Readonly<Record<string, TestEntry>>;
}

const mapFile = join(root, 'node_modules/.cache/mutants/map.json');

const hashOfFile = (file: string): string =>
  existsSync(join(root, file)) ? hashOf(readFileSync(join(root, file), 'utf8')) : '';

/** Hashes of everything that a test file consists of: another helper may make it pass, or take longer. */
const createTestHashes = (): ((file: string) => string) => {
  const helpers = Map.groupBy(
    edgesOf(readSources()).filter(({ to }) => to?.startsWith('e2e/')),
    ({ from }) => from,
  );
  const collect = (file: string, found: Set<string>): Set<string> => {
    if (found.has(file)) return found;
    found.add(file);
    for (const { to } of helpers.get(file) ?? []) if (to !== undefined) collect(to, found);
    return found;
  };
  return (file) => hashOf([...collect(file, new Set())].map(hashOfFile).join());
};

const readMap = (): TestMap =>
  existsSync(mapFile) ? (JSON.parse(readFileSync(mapFile, 'utf8')) as TestMap) : { sources: {}, tests: {} };

/** So many test files run before the map is written: a run that is stopped keeps what it knows. */
const filesPerStep = 12;

const fileOf = (id: string): string => id.slice(0, id.lastIndexOf('#'));

interface Recorded {
  readonly file: string;
  readonly ms: number;
  readonly hits: string[];
}

const readHits = (): Map<string, Recorded> =>
  new Map(
    (existsSync(hitsFolder) ? readdirSync(hitsFolder) : []).map((name) => {
      const recorded = JSON.parse(readFileSync(join(hitsFolder, name), 'utf8')) as Recorded;
      return [relative(root, recorded.file), recorded] as const;
    }),
  );

const writeMap = (tests: TestMap['tests'], hashes: ReadonlyMap<string, string>): TestMap => {
  const files = new Set(Object.values(tests).flatMap(({ hits }) => hits.map(fileOf)));
  const map = { sources: Object.fromEntries([...files].sort().map((file) => [file, hashes.get(file) ?? ''])), tests };
  mkdirSync(dirname(mapFile), { recursive: true });
  writeFileSync(mapFile, JSON.stringify(map));
  return map;
};

/**
 * The map of the present sources. Runs only test files that are new or changed, or that called something in a source
 * that has changed since.
 * @param say receives one line for people before the run
 */
export const updateMap = async (say: (line: string) => void): Promise<TestMap> => {
  const known = readMap();
  const runs = await createTestRuns({ probes: true, workers: 2 });
  // Before the first test runs: what is edited while the map is made must not count as what has run.
  const hashes = new Map(
    globSync('{main,preload,renderer,shared}/**/*.{ts,tsx}', { cwd: root }).map((file) => [file, hashOfFile(file)]),
  );
  const hashOfTest = createTestHashes();
  const testHashes = new Map(runs.files.map((file) => [file, hashOfTest(file)]));
  const isChanged = new Map(Object.entries(known.sources).map(([file, hash]) => [file, hashes.get(file) !== hash]));
  try {
    const isCurrent = (file: string): boolean => {
      const entry = known.tests[file];
      return (
        entry?.passes === true &&
        entry.hash === testHashes.get(file) &&
        !entry.hits.some((id) => isChanged.get(fileOf(id)))
      );
    };
    const stale = runs.files.filter((file) => !isCurrent(file)).reverse();
    const tests = Object.fromEntries(
      Object.entries(known.tests).filter(([file]) => runs.files.includes(file) && isCurrent(file)),
    );
    if (stale.length > 0) say(`Mapping which functions ${stale.length} of ${runs.files.length} test files call.`);
    let map = writeMap(tests, hashes);
    for (let at = 0; at < stale.length; at += filesPerStep) {
      const step = stale.slice(at, at + filesPerStep);
      rmSync(hitsFolder, { recursive: true, force: true });
      const { failed } = await runs.run(step);
      const recorded = readHits();
      for (const file of step) {
        const { ms, hits } = recorded.get(file) ?? { ms: 0, hits: [] };
        tests[file] = { hash: testHashes.get(file) ?? '', ms, passes: !failed.includes(file), hits: hits.sort() };
      }
      map = writeMap(tests, hashes);
    }
    return map;
  } finally {
    await runs.close();
  }
};
