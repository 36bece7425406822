import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

const wanted = 0.93;
const watchFor = 1_500;
/** For all waits of a run together: a machine that is busy for so long stays busy. */
let patience = 120_000;

const times = (): { idle: number; all: number } => {
  let idle = 0;
  let all = 0;
  for (const { times: spent } of cpus()) {
    idle += spent.idle;
    all += spent.user + spent.nice + spent.sys + spent.irq + spent.idle;
  }
  return { idle, all };
};

let gaveUp = 0;

/** How often the machine did not become idle in time. The figures of such a run mean little. */
export const disturbances = (): number => gaveUp;

/**
 * Waits until nothing else uses the processors. Other load slows programs with many threads more than those with one,
 * which distorts even the ratios.
 */
export const untilQuiet = async (): Promise<void> => {
  for (let isTold = false; ; isTold = true) {
    const before = times();
    await pause(watchFor);
    const after = times();
    if ((after.idle - before.idle) / (after.all - before.all) >= wanted) return;
    if (patience <= 0) break;
    if (!isTold) process.stderr.write('waiting for the machine to become idle\n');
    patience -= watchFor;
  }
  gaveUp += 1;
};
