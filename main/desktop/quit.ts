import { type App, BrowserWindow } from 'electron';
import { second } from '#shared/rules/limits.ts';
import type { Logger } from '../platform/logger.ts';

/** One step of shutting down. */
export type QuitStep = () => Promise<void> | void;

export interface Quitting {
  /** Whether the app is shutting down: then a closed window stays closed. */
  isQuitting(): boolean;
}

/** The service lets requests finish for ten seconds, and then what they have begun. */
export const stepLimitMs = 25 * second;

/** @throws Error if the step fails, or takes longer than it may */
const runStep = async (step: QuitStep): Promise<void> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const limit = setTimeout(
    () => reject(new Error(`A step took longer than ${stepLimitMs / second} seconds`)),
    stepLimitMs,
  );
  try {
    await Promise.race([step(), promise]);
  } finally {
    clearTimeout(limit);
  }
};

/**
 * Shuts the app down in order: the windows, then each step, then the process. If a step fails or doesn't end, logs it,
 * runs the rest, and reports it in the exit code.
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
    // Dialogs and sign-in windows: their pages could object or hang. The console's window is none of these.
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
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
          await runStep(step);
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
