import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { ensureApache } from '../support/programs/apache.ts';
import { ensureFlask } from '../support/programs/flask.ts';
import { ensureGenerators } from '../support/programs/generators.ts';
import { ensurePostgres } from '../support/programs/postgres.ts';
import { proxyWithVersion } from '../support/programs/proxy-programs.ts';
import { ensureRsyslog } from '../support/programs/rsyslog.ts';
import { ensureBrowser } from './browser.ts';
import { type Counts, countsFileVariable, failedTest } from './counts.ts';
import { ensureElectron } from './electron.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { runTimed } from './timed-shell.ts';

/** Runs everything that `npm test` promises, then prints the time of each step and one line of counts. */

const reports = 'test-results';

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
  cpuSeconds: number;
}

/** A run of vitest, with the file that its counts are written to. */
const vitestStep = (name: string, file: string, options = '', environment: Record<string, string> = {}): Step => ({
  name,
  command: `vitest run ${options} --reporter=default --reporter=./e2e/tools/counts-reporter.ts`,
  environment: { ...environment, [countsFileVariable]: file },
  counts: () => JSON.parse(readFileSync(file, 'utf8')) as Counts,
});

interface Suite {
  file: string;
  specs?: { title: string; tests: { status: string; results: { errors: { message?: string }[] }[] }[] }[];
  suites?: Suite[];
}

const failedSpecs = ({ file, specs = [], suites = [] }: Suite): string[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'unexpected' || status === 'flaky'))
    .map(({ title, tests }) =>
      failedTest(
        file,
        title,
        tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors)),
      ),
    ),
  ...suites.flatMap(failedSpecs),
];

const playwrightCounts = (file: string) => (): Counts => {
  const { stats, suites, errors } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number };
    suites: Suite[];
    /** Outside of any test. */
    errors: { message?: string }[];
  };
  return {
    passed: stats.expected,
    failed: [...suites.flatMap(failedSpecs), ...errors.map(({ message }) => `outside of any test: ${message}`)],
  };
};

interface Run {
  outcome: Outcome;
  /** What the step printed, unless it was shown at once. */
  output: string;
}

/** Runs one step, and shows what it prints at once or keeps it. */
const run = async (step: Step, isShown: boolean): Promise<Run> => {
  const heading = `\n=== ${step.name}\n`;
  if (isShown) process.stdout.write(heading);
  const startedAt = performance.now();
  const { child, done } = runTimed(step.command, isShown ? 'inherit' : 'pipe', { ...process.env, ...step.environment });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => output.push(data));
  const { code, cpuSeconds } = await done;
  return {
    outcome: { step, succeeded: code === 0, seconds: (performance.now() - startedAt) / 1_000, cpuSeconds },
    output: isShown ? '' : `${heading}${Buffer.concat(output).toString()}`,
  };
};

/** Runs steps side by side. Shows the first one as it runs, and what the others printed after it. */
const runTogether = async (row: readonly Step[]): Promise<Outcome[]> => {
  const running = row.map((step, at) => run(step, at === 0));
  const outcomes: Outcome[] = [];
  for (const one of running) {
    const { outcome, output } = await one;
    process.stdout.write(output);
    outcomes.push(outcome);
  }
  return outcomes;
};

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const browser = ensureBrowser();
const electron = await ensureElectron();
const proxies = (['nginx', 'caddy'] as const).map(proxyWithVersion);
const apache = ensureApache();
const flask = ensureFlask();
const rsyslog = ensureRsyslog();
const { version: openIdClientVersion } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../node_modules/openid-client/package.json'), 'utf8'),
) as { version: string };
const postgres = ensurePostgres();
const generators = ensureGenerators();
const onDisk = tmpdir();
// Every step inherits it.
process.env.TMPDIR = temporaryFolder();

/** The steps of a row run side by side. DECISION 0098: alone, some of them leave a core idle. */
const rows: Step[][] = [
  [
    { name: 'build', command: 'npm run --silent build' },
    { name: 'types', command: 'npm run --silent types' },
    { name: 'lint, format and import boundaries', command: 'npm run --silent lint' },
    { name: 'dependency audit', command: 'npm run --silent audit' },
  ],
  [vitestStep('units, operations, server, attacks and faults', `${reports}/vitest.json`)],
  [
    vitestStep(
      `operations and several instances on PostgreSQL ${postgres.version}`,
      `${reports}/postgres.json`,
      '--config vitest.postgres.config.ts',
      // The whole set is `npm run test:postgres`.
      { CASTELLAN_TEST_SELECTION: 'engine' },
    ),
  ],
  [
    { name: 'errors that no test has seen', command: 'npm run --silent test:unseen-errors' },
    ...(process.platform === 'linux'
      ? [
          {
            name: 'the package for Linux',
            command: 'node e2e/tools/run.mjs e2e/tools/check-package.ts',
            // It takes a gigabyte, which may be more than memory has to spare.
            environment: { TMPDIR: onDisk },
          },
        ]
      : []),
  ],
  [
    {
      name: 'journeys and pictures in a browser',
      command: 'playwright test --reporter=list,json',
      environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: `${reports}/journeys.json`, CASTELLAN_TEST_BROWSER: browser },
      counts: playwrightCounts(`${reports}/journeys.json`),
    },
    {
      name: `the desktop app on Electron ${electron.version}`,
      command: 'npm run --silent test:desktop -- --workers=1 --reporter=list,json',
      counts: playwrightCounts(`${reports}/desktop/report.json`),
    },
  ],
];

const outcomes: Outcome[] = [];
for (const row of rows) {
  outcomes.push(...(await runTogether(row)));
  // Everything else tests the built program.
  if (outcomes[0]?.succeeded === false) break;
}

const failures = outcomes.filter(({ succeeded }) => !succeeded).map(({ step }) => step.name);
const total: Counts = { passed: 0, failed: [] };
for (const { name, counts } of rows.flat()) {
  if (!counts) continue;
  try {
    const { passed, failed } = counts();
    total.passed += passed;
    total.failed.push(...failed);
  } catch (error) {
    failures.push(`${name} left no report (${(error as Error).message})`);
  }
}

process.stdout.write('\n');
const showTimes = (seconds: number, cpuSeconds: number, name: string): void => {
  const [passed, used] = [seconds, cpuSeconds].map((time) => time.toFixed(1).padStart(7));
  process.stdout.write(`${passed} s ${used} s  ${name}\n`);
};
process.stdout.write('   Time  CPU time\n');
for (const { step, seconds, cpuSeconds } of outcomes) showTimes(seconds, cpuSeconds, step.name);
const cpuSum = outcomes.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
showTimes(performance.now() / 1_000, cpuSum, 'total');
process.stdout.write(failures.length === 0 ? '\nAll steps passed.\n' : `\nFailed: ${failures.join('; ')}\n`);
process.stdout.write(`The desktop app ran on Electron ${electron.version}.\n`);
process.stdout.write(`The service ran on SQLite ${sqlite3.VERSION}, and on PostgreSQL ${postgres.version}.\n`);
process.stdout.write(`The audit log was streamed to ${rsyslog}.\n`);
process.stdout.write(`People signed in to a page behind ${apache.versions}, and to one of ${flask.versions}.\n`);
process.stdout.write(
  `They opened protected hosts behind ${proxies.join(' and ')}. Tokens were asked for by openid-client ${openIdClientVersion}.\n`,
);
process.stdout.write(`Clients of the API were made by ${generators.versions.join(', ')}.\n`);
process.stdout.write(`${total.passed} passed, ${total.failed.length} failed\n`);
for (const name of total.failed) process.stdout.write(`  ${name}\n`);
process.exitCode = failures.length === 0 && total.failed.length === 0 ? 0 : 1;
