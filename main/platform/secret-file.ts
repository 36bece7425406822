import { readFileSync, statSync } from 'node:fs';
import { othersMayRead } from './data-folder.ts';
import { StartError } from './start-error.ts';
import { fileProblem } from './system-error.ts';

/**
 * Reads a setting from the file that its `…_FILE` variable names, without the line break at its end. The path may be a
 * symbolic link, as container platforms mount secrets; the file behind it must be private.
 * @throws StartError if the file is missing, or others can access it.
 */
export const readSecretFile = (path: string): string => {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw new StartError({ name: 'notAFile', values: { path } });
    if (othersMayRead(stats)) {
      throw new StartError({ name: 'openFile', values: { path } });
    }
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw fileProblem('read the secret file', cause, path);
  }
};
