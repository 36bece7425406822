import { startApp } from '../compose.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { dataFolder } from '../platform/data-folder.ts';
import { keepYoungHeap } from '../platform/heap.ts';
import { assertTestClockAllowed, createTestClock } from '../platform/test-clock.ts';
import type { Arguments } from './command.ts';

/**
 * Runs the service until SIGTERM or SIGINT, then drains it. Prints one line to stdout when ready; everything else goes
 * to stderr.
 */
export const serve = async ({ flags, configFile, testClock = false }: Arguments): Promise<number | undefined> => {
  // Make everything this process creates accessible to its own account only.
  process.umask(0o077);
  const config = readConfig(flags, process.env, configFile);
  if (testClock) await assertTestClockAllowed({ ...config, database: dataFolder(config.dataDir).database });
  const app = await startApp(config, testClock ? { testClock: createTestClock(systemClock) } : {});
  const { log } = app.context;
  if (testClock) log.warn('test clock: anyone on this computer can move the time; never use this with real data');
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    app.stop().then(
      () => {
        log.info('stopped');
        process.exit(0);
      },
      (error: unknown) => {
        log.fatal({ err: error }, 'shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  keepYoungHeap();
  process.stdout.write(`castellan listening on ${app.address}\n`);
  return undefined;
};
