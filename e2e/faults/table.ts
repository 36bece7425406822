import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scenarios as all } from './scenarios/index.ts';
import { killRows } from './scenarios/kill-rows.ts';
import { startProgram } from './scenarios/program.ts';
import { judgeScenario, type Row, type Scenario } from './scenarios/scenario.ts';

const usage = `Usage: npm run faults [-- --only WORDS] [--programs 3] [--no-kills]

Plays what can go wrong at a hosting provider against the built program, with a provider that is written from seed 001
alone, and prints a row for each: the orders that were placed, what the owner is told, the cost, and how it goes on.
Exits with 1 if a row breaks an invariant.
`;

const cut = (text: string, width: number): string =>
  (text.length > width ? `${text.slice(0, width - 1)}…` : text).padEnd(width);

const print = ({ name, orders, reported, cost, way, broken }: Row): void => {
  const cells = [broken.length === 0 ? 'ok  ' : 'FAIL', cut(name, 62), String(orders).padEnd(6), cut(reported, 90)];
  process.stdout.write(`${[...cells, cut(cost, 8), way].join('  ')}\n`);
  for (const reason of broken) process.stdout.write(`        ${reason}\n`);
};

/** Plays scenarios one after the other on a program, until none is left. */
const playAll = async (left: Scenario[], report: (row: Row) => void): Promise<void> => {
  const program = await startProgram();
  try {
    for (let next = left.shift(); next; next = left.shift()) report(await judgeScenario(program, next));
  } finally {
    await program.close();
  }
};

/** A program that is killed needs the real clock, and a data folder that outlives it. */
const playKilled = async (scenario: Scenario, report: (row: Row) => void): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'castellan-faults-'));
  const program = await startProgram({ hasTestClock: false, dataDir });
  try {
    report(await judgeScenario(program, scenario));
  } finally {
    await program.close();
    await rm(dataDir, { recursive: true, force: true });
  }
};

const main = async (): Promise<number> => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      programs: { type: 'string', default: '3' },
      'no-kills': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    process.stdout.write(usage);
    return 0;
  }
  const isAsked = ({ name }: Scenario): boolean => name.toLowerCase().includes(values.only.toLowerCase());
  const scenarios = all.filter(isAsked);
  // Those that wait for real time begin first, so that the others fill the processor meanwhile.
  const left = scenarios.toSorted((one, other) => Number(other.isSlow ?? false) - Number(one.isSlow ?? false));
  const killed = values['no-kills'] ? [] : killRows.filter(isAsked);
  const rows: Row[] = [];
  const report = (row: Row): void => {
    rows.push(row);
    print(row);
  };
  process.stdout.write(
    `${['    ', cut('scenario', 62), 'orders', cut('what the owner is told', 90), cut('cost', 8), 'way on'].join('  ')}\n`,
  );
  const programs = Math.min(Math.max(1, Number(values.programs)), left.length);
  await Promise.all([
    ...killed.map((scenario) => playKilled(scenario, report)),
    ...Array.from({ length: programs }, () => playAll(left, report)),
  ]);
  const broken = rows.filter((row) => row.broken.length > 0);
  process.stdout.write(`\n${rows.length} scenarios, ${broken.length} break an invariant\n`);
  return broken.length === 0 && rows.length > 0 ? 0 : 1;
};

process.exitCode = await main();
