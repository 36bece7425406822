import { startApp } from '../compose.ts';
import { readConfig } from '../config.ts';
import { keepYoungHeap } from '../platform/heap.ts';
import type { Arguments } from './command.ts';
import { printSetupToken } from './setup-token-line.ts';

/**
 * Runs the service until SIGTERM or SIGINT, then drains it. Prints one line to stdout when ready, and one with the setup
 * token if the first account takes it; everything else goes to stderr.
 */
export const serve = async ({ flags, configFile }: Arguments): Promise<number | undefined> => {
  // Make everything this process creates accessible to its own account only.
  process.umask(0o077);
  const app = await startApp(readConfig(flags, process.env, configFile));
  const { log } = app.context;
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
  printSetupToken(app.context);
  return undefined;
};
