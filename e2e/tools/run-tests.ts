import { type SpawnOptions, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBrowser } from './browser.ts';
import { ensureElectron } from './electron.ts';

/** Runs everything that `npm test` promises, then prints the time of each step and one line of counts. */

const reports = 'test-results';

interface Counts {
  passed: number;
  failed: number;
}

interface Step {
  name: string;
  command: string;
  environment?: Record<string, string>;
  /**
   * The counts of the step's report.
   * @throws Error if there is no report.
   */
  counts?: () => Counts;
}

interface Outcome {
  step: Step;
  succeeded: boolean;
  seconds: number;
}

const vitestCounts = (file: string) => (): Counts => {
  const report = JSON.parse(readFileSync(file, 'utf8')) as { numPassedTests: number; numFailedTests: number };
  return { passed: report.numPassedTests, failed: report.numFailedTests };
};

const playwrightCounts = (file: string) => (): Counts => {
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number };
  };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
};

/** Runs one step. If others run in parallel, prints its output in one piece at the end. */
const run = async (step: Step, isAlone: boolean): Promise<Outcome> => {
  const heading = `\n=== ${step.name}\n`;
  const options: SpawnOptions = {
    shell: true,
    env: { ...process.env, ...step.environment },
    stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  };
  if (isAlone) process.stdout.write(heading);
  const startedAt = performance.now();
  const child = spawn(step.command, options);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => output.push(data));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (!isAlone) process.stdout.write(`${heading}${Buffer.concat(output).toString()}`);
  return { step, succeeded: code === 0, seconds: (performance.now() - startedAt) / 1_000 };
};

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const browser = ensureBrowser();
const electron = await ensureElectron();

/** The steps of a row run in parallel. */
const rows: Step[][] = [
  [{ name: 'build', command: 'npm run --silent build' }],
  [
    { name: 'types', command: 'npm run --silent types' },
    { name: 'lint, format and import boundaries', command: 'npm run --silent lint' },
    { name: 'dependency audit', command: 'npm run --silent audit' },
  ],
  [
    {
      name: 'units, operations, server, attacks and faults',
      command: `vitest run --reporter=default --reporter=json --outputFile.json=${reports}/vitest.json`,
      counts: vitestCounts(`${reports}/vitest.json`),
    },
  ],
  [
    {
      name: 'journeys and pictures in a browser',
      command: 'playwright test --reporter=list,json',
      environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: `${reports}/journeys.json`, CASTELLAN_TEST_BROWSER: browser },
      counts: playwrightCounts(`${reports}/journeys.json`),
    },
  ],
  [
    {
      name: `the desktop app on Electron ${electron.version}`,
      command: 'npm run --silent test:desktop -- --reporter=list,json',
      counts: playwrightCounts(`${reports}/desktop/report.json`),
    },
  ],
];

const outcomes: Outcome[] = [];
for (const row of rows) {
  outcomes.push(...(await Promise.all(row.map((step) => run(step, row.length === 1)))));
  // Everything else tests the built program.
  if (outcomes[0]?.succeeded === false) break;
}

const failures = outcomes.filter(({ succeeded }) => !succeeded).map(({ step }) => step.name);
const total: Counts = { passed: 0, failed: 0 };
for (const { name, counts } of rows.flat()) {
  if (!counts) continue;
  try {
    const { passed, failed } = counts();
    total.passed += passed;
    total.failed += failed;
  } catch (error) {
    failures.push(`${name} left no report (${(error as Error).message})`);
  }
}

process.stdout.write('\n');
for (const { step, seconds } of outcomes) process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${step.name}\n`);
process.stdout.write(`${(performance.now() / 1_000).toFixed(1).padStart(7)} s  total\n`);
process.stdout.write(failures.length === 0 ? '\nAll steps passed.\n' : `\nFailed: ${failures.join('; ')}\n`);
process.stdout.write(`The desktop app ran on Electron ${electron.version}.\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = failures.length === 0 && total.failed === 0 ? 0 : 1;
