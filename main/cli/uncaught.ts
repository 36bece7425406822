import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { systemClock } from '../platform/clock.ts';
import { explainError } from '../platform/explain-error.ts';
import { exitCodes } from '../platform/start-error.ts';
import { printable } from './print.ts';

/** Handles errors that nothing caught. The last handler counts. */
export const onUncaught = (handle: (error: unknown) => Promise<void>): void => {
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error) => void handle(error));
};

/** Keeps an error with its stack for whoever reports it. @returns where, or undefined if nothing can be written */
const keepDetails = async (error: unknown): Promise<string | undefined> => {
  const path = join(tmpdir(), `castellan-error-${systemClock.now()}-${process.pid}.txt`);
  return writeFile(path, `${inspect(error)}\n`, { mode: 0o600, flag: 'wx' }).then(
    () => path,
    // No folder to write to: the line about the error itself still appears.
    () => undefined,
  );
};

/** Prints one line about why the program ends, and sets its exit code. Details of the unexpected go to a file. */
export const reportFailure = async (error: unknown): Promise<void> => {
  const { kind, message, cause } = await explainError(error);
  process.exitCode = exitCodes[kind];
  // Without a cause, it is in the log already.
  const file = kind === 'unexpected' && cause !== undefined ? await keepDetails(cause) : undefined;
  process.stderr.write(`castellan: ${printable(message)}${file === undefined ? '' : `. The details are in ${file}`}\n`);
};
