import type { App } from 'electron';
import type { Logger } from '../platform/logger.ts';

/** One step of shutting down. */
export type QuitStep = () => Promise<void> | void;

export interface Quitting {
  /** Whether the app is shutting down: then a closed window stays closed. */
  isQuitting(): boolean;
}

/**
 * Shuts the app down in order: the windows, then each step, then the process. If a step fails, logs it, runs the rest,
 * and reports it in the exit code.
 */
export const quitInOrder = (
  app: Pick<App, 'exit' | 'on' | 'quit'>,
  steps: readonly QuitStep[],
  log: Logger,
): Quitting => {
  let quitting = false;
  let draining = false;
  app.on('before-quit', () => {
    quitting = true;
  });
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (draining) return;
    draining = true;
    const drain = async (): Promise<number> => {
      log.info('stopping');
      let code = 0;
      for (const step of steps) {
        try {
          await step();
        } catch (error) {
          code = 1;
          log.fatal({ err: error }, 'shutdown failed');
        }
      }
      log.info('stopped');
      return code;
    };
    void drain().then((code) => app.exit(code));
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  return { isQuitting: () => quitting };
};
