import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBench, type Measure } from './bench.ts';
import { type Figure, judge, toTable } from './figures.ts';
import { desktopStart } from './measures/desktop-start.ts';
import { firstScreen } from './measures/first-screen.ts';
import { listMembers } from './measures/list-members.ts';
import { listSizes } from './measures/list-sizes.ts';
import { memory } from './measures/memory.ts';
import { profile } from './measures/profile.ts';
import { profileAmidSignIns } from './measures/profile-amid-sign-ins.ts';
import { refreshes } from './measures/refreshes.ts';
import { signIns } from './measures/sign-ins.ts';
import { start } from './measures/start.ts';
import { disturbances } from './quiet.ts';

const measures: Record<string, Measure> = {
  profile,
  'profile-amid-sign-ins': profileAmidSignIns,
  'sign-ins': signIns,
  refreshes,
  'list-members': listMembers,
  'list-sizes': listSizes,
  start,
  'desktop-start': desktopStart,
  'first-screen': firstScreen,
  memory,
};

const { values } = parseArgs({
  options: {
    json: { type: 'string', default: 'out/bench.json' },
    only: { type: 'string', multiple: true, default: Object.keys(measures) },
    /** Where the data folders are made; another file system gives other commits per second. */
    dir: { type: 'string', default: tmpdir() },
  },
});

process.umask(0o077);
const root = await mkdtemp(join(values.dir, 'castellan-bench-'));
const figures: Figure[] = [];
try {
  const bench = createBench(root);
  for (const name of values.only) {
    const measure = measures[name];
    if (!measure) throw new Error(`Unknown measurement ${name}: ${Object.keys(measures).join(', ')}`);
    process.stderr.write(`measuring ${name}\n`);
    figures.push(...(await measure(bench)).map(judge));
  }
} finally {
  await rm(root, { recursive: true, force: true });
}

const machine = { node: process.version, processors: cpus().length, memoryBytes: totalmem() };
await mkdir(dirname(values.json), { recursive: true });
await writeFile(values.json, `${JSON.stringify({ machine, disturbed: disturbances(), figures }, null, 2)}\n`);
process.stdout.write(`${toTable(figures)}\n`);
if (disturbances() > 0) {
  process.stderr.write(
    `The machine was busy with something else ${disturbances()} times: measure again when it is quiet\n`,
  );
}
if (figures.some(({ holds }) => !holds)) process.exitCode = 1;
