import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowser } from '../browser.ts';
import { ensureElectron } from '../electron.ts';
import { ensureWrk } from '../wrk.ts';
import { createBench } from './bench.ts';
import { compareRuns, readRun } from './compare-runs.ts';
import { consolesOpen } from './measures/consoles.ts';
import { consolesSoak } from './measures/consoles-soak.ts';
import { crowds } from './measures/crowds.ts';
import { desktopStart } from './measures/desktop-start.ts';
import { driver } from './measures/driver.ts';
import { firstDashboard } from './measures/first-dashboard.ts';
import { firstScreen } from './measures/first-screen.ts';
import { forwardAuth } from './measures/forward-auth.ts';
import { groups } from './measures/groups.ts';
import { listMembers } from './measures/list-members.ts';
import { listSizes } from './measures/list-sizes.ts';
import { memory } from './measures/memory.ts';
import { million } from './measures/million.ts';
import { postgres } from './measures/postgres.ts';
import { profile } from './measures/profile.ts';
import { profileAmidSignIns } from './measures/profile-amid-sign-ins.ts';
import { refreshes } from './measures/refreshes.ts';
import { signIns } from './measures/sign-ins.ts';
import { start } from './measures/start.ts';
import { disturbances } from './quiet.ts';
import { choose, exitCodeOf, type Measurement, runMeasures } from './run-measures.ts';

const measurements: Record<string, Measurement> = {
  profile: { measure: profile },
  'profile-amid-sign-ins': { measure: profileAmidSignIns },
  'forward-auth': { measure: forwardAuth },
  'sign-ins': { measure: signIns },
  refreshes: { measure: refreshes },
  'list-members': { measure: listMembers },
  'list-sizes': { measure: listSizes },
  start: { measure: start },
  'desktop-start': { measure: desktopStart, prepare: ensureElectron },
  'first-screen': { measure: firstScreen, prepare: ensureBrowser },
  'first-dashboard': { measure: firstDashboard, prepare: ensureBrowser },
  memory: { measure: memory },
  consoles: { measure: consolesOpen },
  'consoles-soak': { measure: consolesSoak },
  crowds: { measure: crowds, prepare: ensureWrk },
  million: { measure: million },
  groups: { measure: groups },
  postgres: { measure: postgres, prepare: ensureWrk },
  driver: { measure: driver },
};

/** Each of these takes minutes, needs a PostgreSQL, or helps to decide instead of to hold a bound. */
const apart = ['consoles', 'consoles-soak', 'crowds', 'driver', 'groups', 'million', 'postgres'];
const usual = Object.keys(measurements).filter((name) => !apart.includes(name));

const { values } = parseArgs({
  options: {
    json: { type: 'string', default: 'out/bench.json' },
    only: { type: 'string', multiple: true, default: usual },
    /** Parent of the data folders. Commits per second depend on the file system. */
    dir: { type: 'string', default: tmpdir() },
    /** What an earlier run has saved: each figure is compared with it. */
    against: { type: 'string' },
    /** How long `consoles-soak` loads each engine. */
    minutes: { type: 'string', default: '0.5' },
  },
});

process.umask(0o077);
if (!(Number(values.minutes) > 0)) throw new Error('--minutes takes a number above 0');
const chosen = choose(measurements, values.only);
const before = values.against === undefined ? undefined : readRun(await readFile(values.against, 'utf8'));
const machine = { node: process.version, processors: cpus().length, memoryBytes: totalmem() };
await mkdir(dirname(values.json), { recursive: true });

const root = await mkdtemp(join(values.dir, 'castellan-bench-'));
try {
  const results = await runMeasures(chosen, createBench(root, Number(values.minutes)), {
    row: (line) => process.stdout.write(`${line}\n`),
    note: (line) => process.stderr.write(`${line}\n`),
    save: (saved) =>
      writeFile(values.json, `${JSON.stringify({ machine, disturbed: disturbances(), ...saved }, null, 2)}\n`),
  });
  const compared = before ? compareRuns(before, { machine, figures: results.figures }) : { lines: [], worse: 0 };
  for (const line of compared.lines) process.stdout.write(`${line}\n`);
  process.exitCode = compared.worse > 0 ? 1 : exitCodeOf(results);
} finally {
  await rm(root, { recursive: true, force: true });
}
if (disturbances() > 0) {
  process.stderr.write(
    `The machine was busy with other work ${disturbances()} times. Measure again when it is idle.\n`,
  );
}
