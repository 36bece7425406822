import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '#main/platform/clock.ts';
import { second } from '#shared/rules/limits.ts';
import { spawnInstance } from '../../support/test-app.ts';
import { send } from '../../support/transports.ts';

/** The built program in its own process, with a clock that scenarios move. */
export interface Program {
  readonly address: string;
  /** Without it, time can't be moved. */
  readonly hasTestClock: boolean;
  /** The program's time in milliseconds since the epoch, unless its clock was set wrong. */
  now(): number;
  /** Time passes. */
  advance(seconds: number): Promise<void>;
  /** Someone sets the system clock. */
  setClockBy(seconds: number): Promise<void>;
  /** Someone sets it right again. */
  setClockRight(): Promise<void>;
  /** Ends the process at once, as a power failure does. */
  kill(): Promise<void>;
  /** Starts it again on the same data, with the real clock. Needs a `dataDir`. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

interface StartOptions {
  hasTestClock?: boolean;
  /** Has to be removed by whoever gives it. */
  dataDir?: string;
}

const args = ['--rate-limits', 'off', '--allow-private-provider', 'on'];

/** Without a test clock, time passes as it does for everyone: only such a program can be restarted. */
export const startProgram = async ({ hasTestClock = true, dataDir }: StartOptions = {}): Promise<Program> => {
  let server = await spawnInstance({
    args: hasTestClock ? [...args, '--test-clock'] : args,
    ...(dataDir !== undefined && { dataDir }),
  });
  let ahead = 0;
  let wrong = 0;
  const move = async (query: string): Promise<void> => {
    const { status, text } = await send(server.address, 'POST', `/test/clock?${query}`);
    if (status !== 200) throw new Error(`The test clock answered ${status} ${text}`);
  };
  return {
    hasTestClock,
    get address() {
      return server.address;
    },
    now: () => systemClock.now() + ahead,
    async advance(seconds) {
      if (!hasTestClock) {
        await sleep(seconds * second);
        return;
      }
      ahead += seconds * second;
      await move(`advance_seconds=${seconds}`);
    },
    async setClockBy(seconds) {
      wrong += seconds;
      await move(`set_by_seconds=${seconds}`);
    },
    async setClockRight() {
      if (wrong !== 0) await move(`set_by_seconds=${-wrong}`);
      wrong = 0;
    },
    async kill() {
      await server.stop('SIGKILL');
    },
    async restart() {
      server = await spawnInstance({ args, dataDir: server.dataDir });
    },
    close: () => server.close(),
  };
};
