import { readdir, readFile } from 'node:fs/promises';

/** Linux counts CPU time in hundredths of a second, whatever the kernel's own clock is. */
const ticksPerSecond = 100;

interface ProcessTimes {
  pid: number;
  parent: number;
  /** Of itself and of its children that have ended. */
  seconds: number;
}

/** Undefined if the process has ended meanwhile. */
const timesOf = async (pid: number): Promise<ProcessTimes | undefined> => {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name before it may contain spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { pid, parent: Number(fields[1]), seconds: ticks / ticksPerSecond };
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
};

/**
 * CPU seconds that processes have used so far, each with its children. Precise to 10 ms. A child that ends is counted as soon as
 * its parent takes notice.
 * @throws Error where there is no `/proc`, so anywhere but on Linux
 */
export const cpuSecondsOf = async (pids: readonly number[]): Promise<number> => {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = (await Promise.all(names.map((name) => timesOf(Number(name))))).filter((times) => times !== undefined);
  return all
    .filter(({ pid, parent }) => pids.includes(pid) || pids.includes(parent))
    .reduce((sum, { seconds }) => sum + seconds, 0);
};
