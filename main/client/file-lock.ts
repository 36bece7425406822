import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { CastellanError } from './errors.ts';
import type { Surroundings } from './surroundings.ts';

type Time = Pick<Surroundings, 'now' | 'wait' | 'unique'>;

/** Longer than a refresh may take. */
const longestMs = 60_000;
/** A process that can't be seen may run in another container, and be quick. */
const unseenMs = 2_000;
const pauseMs = 25;

const hasCode = (error: unknown, code: string): boolean => (error as NodeJS.ErrnoException).code === code;

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
};

/** Whether a lock was left behind. That of a process that still runs never was. */
const isAbandoned = (held: string, unchangedMs: number): boolean => {
  const [, pid = '', host = ''] = held.split(' ');
  if (host !== hostname()) return unchangedMs > longestMs;
  return unchangedMs > unseenMs && !isRunning(Number(pid));
};

const contentOf = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });

/** Removes a lock that was left behind, unless someone else has done so and taken it. */
const clear = async (path: string, held: string, unique: string): Promise<void> => {
  const aside = `${path}.${unique}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  // Whoever has taken it in between keeps it. If there is another one already, that one counts.
  if ((await contentOf(aside)) !== held) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
};

/**
 * Does something while no other process that uses the same lock file does.
 * @throws CastellanError if another one holds it for longer than a minute
 */
export const withFileLock = async <Result>(path: string, time: Time, work: () => Promise<Result>): Promise<Result> => {
  const mine = `${time.unique()} ${process.pid} ${hostname()}`;
  const startedAt = time.now();
  let seen: string | undefined;
  let seenAt = startedAt;
  for (;;) {
    try {
      await writeFile(path, mine, { flag: 'wx', mode: 0o600 });
      break;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    const held = await contentOf(path);
    if (held !== seen) {
      seen = held;
      seenAt = time.now();
    }
    if (held !== undefined && isAbandoned(held, time.now() - seenAt)) await clear(path, held, time.unique());
    else if (time.now() - startedAt > 2 * longestMs) throw new CastellanError(`${path} is held by another process`);
    else await time.wait(pauseMs);
  }
  try {
    return await work();
  } finally {
    if ((await contentOf(path)) === mine) await rm(path, { force: true });
  }
};
