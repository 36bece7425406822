import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { killWorkers } from './group-worker.ts';
import { describeMutant, lineOf, type Mutant } from './mutant.ts';
import { type Options, readOptions, usage } from './options.ts';
import { root } from './probes.ts';
import { createReach, type Reach } from './reach.ts';
import { folderOf, selectMutants, writeSurvivors } from './select.ts';
import { type TestMap, updateMap } from './test-map.ts';
import { createTestRuns, type TestRuns } from './test-runs.ts';
import { createTypeCheck } from './type-check.ts';

/** Changes the sources one small step at a time, and reports the steps that no test notices. See docs/testing.md. */

interface Verdict {
  readonly mutant: Mutant;
  readonly isKilled: boolean;
  /** Why it was killed, or how many test files passed with it. */
  readonly why: string;
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** As many of the tests as take no longer than the limit altogether; the first file always. */
const withinLimit = (tests: readonly string[], map: TestMap, limitSeconds: number): string[] => {
  let total = 0;
  return tests.filter((test, index) => {
    const seconds = (map.tests[test]?.ms ?? 0) / 1_000;
    if (index > 0 && total + seconds > limitSeconds) return false;
    total += seconds;
    return true;
  });
};

const judge = async (
  mutant: Mutant,
  reach: Reach,
  map: TestMap,
  runs: TestRuns,
  options: Options,
): Promise<Verdict> => {
  const reaching = reach.testsOf(mutant);
  if (reaching.length === 0) return { mutant, isKilled: false, why: 'no test runs it' };
  const tests = withinLimit(reaching, map, options.limitSeconds);
  const longestMs = Math.max(...tests.map((test) => map.tests[test]?.ms ?? 0));
  const { failed, killer, isHung } = await runs.run(tests, mutant, longestMs);
  if (isHung) return { mutant, isKilled: true, why: 'a loop without an end' };
  if (failed.length > 0 || killer !== undefined) {
    const [first] = failed;
    // A test that is about something else may fail by chance: it counts only if it passes without the mutant.
    const isChance =
      first !== undefined && !reach.isAbout(first, mutant.file) && (await runs.run([first])).failed.length > 0;
    return { mutant, isKilled: !isChance, why: `${first ?? ''}: ${killer ?? 'failed'}${isChance ? ' (always)' : ''}` };
  }
  const left = reaching.length - tests.length;
  return { mutant, isKilled: false, why: `${tests.length} test files pass${left > 0 ? `, ${left} not run` : ''}` };
};

const placeOf = (mutant: Mutant): string => {
  const text = readFileSync(join(root, mutant.file), 'utf8');
  return `${mutant.file}:${lineOf(text, mutant.start)}  ${describeMutant(text, mutant)}`;
};

const scoreOf = (verdicts: readonly Verdict[]): string => {
  const killed = verdicts.filter(({ isKilled }) => isKilled).length;
  return `${String(killed).padStart(4)} of ${String(verdicts.length).padStart(4)} killed, ${Math.round((100 * killed) / verdicts.length)} %`;
};

const report = (verdicts: readonly Verdict[]): void => {
  const survivors = verdicts.filter(({ isKilled }) => !isKilled);
  if (survivors.length > 0) say('\nSurvivors:');
  for (const { mutant, why } of survivors) say(`  ${placeOf(mutant)}  (${mutant.operator}; ${why})`);
  say('');
  for (const folder of [...new Set(verdicts.map(({ mutant }) => folderOf(mutant.file)))].sort())
    say(`${folder.padEnd(16)}${scoreOf(verdicts.filter(({ mutant }) => folderOf(mutant.file) === folder))}`);
  say(`${'all'.padEnd(16)}${scoreOf(verdicts)}`);
};

/** Asks the compiler about the mutants that no test noticed: `npm run check` would refuse those. */
const checkTypes = (verdicts: Verdict[]): void => {
  if (verdicts.every(({ isKilled }) => isKilled)) return;
  const types = createTypeCheck();
  try {
    for (const [index, { mutant, isKilled }] of verdicts.entries()) {
      if (isKilled || !types.refuses(mutant)) continue;
      verdicts[index] = { mutant, isKilled: true, why: 'the compiler' };
      say(`killed by the compiler  ${placeOf(mutant)}`);
    }
  } finally {
    types.close();
  }
};

const runAll = async (options: Options): Promise<void> => {
  const mutants = selectMutants(options);
  if (options.isList) {
    for (const mutant of mutants) say(`${placeOf(mutant)}  (${mutant.operator})`);
    return;
  }
  const map = await updateMap(say);
  const failing = Object.keys(map.tests).filter((file) => !map.tests[file]?.passes);
  if (failing.length > 0) say(`Left out, because they fail without a mutant: ${failing.join(', ')}`);
  const reach = createReach(map);
  const runs = await createTestRuns({ probes: false, workers: 1 });
  const verdicts: Verdict[] = [];
  let isInterrupted = false;
  process.once('SIGINT', () => {
    isInterrupted = true;
  });
  try {
    for (const mutant of mutants) {
      // What is known by then is worth reporting.
      if (isInterrupted) break;
      const startedAt = performance.now();
      const verdict = await judge(mutant, reach, map, runs, options);
      verdicts.push(verdict);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1).padStart(5);
      const outcome = verdict.isKilled ? 'killed  ' : 'SURVIVED';
      say(`${seconds} s  ${outcome}  ${placeOf(mutant)}${verdict.isKilled ? `  by ${verdict.why}` : ''}`);
    }
  } finally {
    await runs.close();
  }
  checkTypes(verdicts);
  if (!options.change && !options.isKnown)
    writeSurvivors(verdicts.filter(({ isKilled }) => !isKilled).map(({ mutant }) => mutant));
  report(verdicts);
  // Vitest sets the exit code for each test that fails, which here is a success.
  process.exitCode = verdicts.every(({ isKilled }) => isKilled) ? 0 : 1;
};

// Workers have process groups of their own: no signal from the terminal reaches them.
process.once('exit', killWorkers);
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

try {
  await runAll(readOptions(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${usage}`);
  process.exitCode = 2;
}
