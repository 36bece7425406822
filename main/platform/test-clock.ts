import { isIPv4 } from 'node:net';
import type { Clock } from './clock.ts';
import { fileExists } from './file-exists.ts';
import { StartError } from './start-error.ts';

/** DECISION 0090: a clock that tests of lifetimes move ahead. */
export interface TestClock extends Clock {
  /** Moves the clock ahead, in milliseconds. */
  advance(milliseconds: number): void;
  /** DECISION 0116: sets the system's time ahead or back, in milliseconds. No time passes. */
  set(milliseconds: number): void;
}

/** Runs with real time, ahead of it by the sum of all advances. */
export const createTestClock = (real: Clock): TestClock => {
  let ahead = 0;
  let wrong = 0;
  return {
    now: () => real.now() + ahead + wrong,
    uptime: () => real.uptime() + ahead,
    advance(milliseconds) {
      ahead += milliseconds;
    },
    set(milliseconds) {
      wrong += milliseconds;
    },
  };
};

interface Exposure {
  host: string;
  publicUrl: string | undefined;
  trustedProxies: readonly string[];
  /** The database file. */
  database: string;
}

const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

/**
 * A test clock would let anyone who reaches the service end every session and delete accounts before their time.
 * @throws StartError if other computers could reach the service, or if the data folder is already in use.
 */
export const assertTestClockAllowed = async ({
  host,
  publicUrl,
  trustedProxies,
  database,
}: Exposure): Promise<void> => {
  if (!isLoopbackHost(host)) throw new StartError('--test-clock requires a loopback address as --host');
  if (publicUrl !== undefined) throw new StartError("--test-clock can't be used with a public URL");
  if (trustedProxies.length > 0) throw new StartError("--test-clock can't be used with trusted proxies");
  if (await fileExists(database))
    throw new StartError('--test-clock requires a new data folder: moving the clock deletes data');
};
