import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { ensureBrowser } from './browser.ts';
import { chooseElectron } from './electron.ts';

/** Runs everything that `npm test` promises, one after the other, and closes with one line of counts. */

const reports = 'test-results';
const vitestReport = `${reports}/vitest.json`;
const playwrightReport = `${reports}/playwright.json`;
const picturesReport = `${reports}/pictures.json`;
const desktopReport = `${reports}/desktop.json`;
const standinReport = `${reports}/standin.json`;

interface Step {
  name: string;
  command: string;
  environment?: Record<string, string>;
}

const run = ({ name, command, environment }: Step): boolean => {
  process.stdout.write(`\n=== ${name}\n`);
  const { status } = spawnSync(command, { stdio: 'inherit', shell: true, env: { ...process.env, ...environment } });
  return status === 0;
};

interface Counts {
  passed: number;
  failed: number;
}

const vitestCounts = (): Counts => {
  const report = JSON.parse(readFileSync(vitestReport, 'utf8')) as { numPassedTests: number; numFailedTests: number };
  return { passed: report.numPassedTests, failed: report.numFailedTests };
};

const playwrightCounts = (file: string) => (): Counts => {
  const { stats } = JSON.parse(readFileSync(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number };
  };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
};

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const browser = ensureBrowser();
const electron = chooseElectron();

const steps: Step[] = [
  { name: 'build', command: 'npm run --silent build' },
  { name: 'types', command: 'npm run --silent types' },
  { name: 'lint, format and import boundaries', command: 'npm run --silent lint' },
  { name: 'dependency audit', command: 'npm run --silent audit' },
  {
    name: 'units, operations, server, attacks and faults',
    command: `vitest run --reporter=default --reporter=json --outputFile.json=${vitestReport}`,
  },
  {
    name: 'journeys in a browser',
    command: 'playwright test --reporter=list,json',
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport, CASTELLAN_TEST_BROWSER: browser },
  },
  {
    name: 'pictures of every screen',
    command: 'playwright test -c e2e/pictures/playwright.config.ts --reporter=list,json',
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: picturesReport, CASTELLAN_TEST_BROWSER: browser },
  },
  ...(electron === 'on the stand-in'
    ? [
        {
          name: 'the stand-in for Electron',
          command: 'playwright test -c e2e/electron-standin/playwright.config.ts --reporter=list,json',
          environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: standinReport, STANDIN_CHROMIUM: browser },
        },
      ]
    : []),
  {
    name: `the desktop app, ${electron}`,
    command: 'playwright test -c e2e/desktop/playwright.config.ts --reporter=list,json',
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: desktopReport, STANDIN_CHROMIUM: browser },
  },
];

const failures: string[] = [];
for (const step of steps) {
  if (run(step)) continue;
  failures.push(step.name);
  if (step.name === 'build') break;
}

const total: Counts = { passed: 0, failed: 0 };
const counted: Record<string, () => Counts> = {
  vitest: vitestCounts,
  journeys: playwrightCounts(playwrightReport),
  pictures: playwrightCounts(picturesReport),
  desktop: playwrightCounts(desktopReport),
  ...(electron === 'on the stand-in' && { 'stand-in': playwrightCounts(standinReport) }),
};
for (const [name, read] of Object.entries(counted)) {
  try {
    const { passed, failed } = read();
    total.passed += passed;
    total.failed += failed;
  } catch (error) {
    failures.push(`${name} left no report (${(error as Error).message})`);
  }
}
process.stdout.write(failures.length === 0 ? '\nAll steps passed.\n' : `\nFailed: ${failures.join('; ')}\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed; the desktop app ran ${electron}\n`);
process.exitCode = failures.length === 0 && total.failed === 0 ? 0 : 1;
