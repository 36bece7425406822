import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { settingNames, variableOf } from '../config.ts';
import { openedLine } from '../desktop/opened-line.ts';
import { findElectron, NoWindowError, reasonIn, requireDisplay } from './electron.ts';
import type { Arguments } from './run.ts';
import { serve } from './serve.ts';

/** The folder of package.json, from the built program and from the source alike. */
const appFolder = join(import.meta.dirname, '../..');

/** Flags become variables: Chromium has switches of its own, some with the same names. */
const environmentOf = ({ flags, configFile }: Arguments): NodeJS.ProcessEnv => ({
  ...process.env,
  ...Object.fromEntries(
    settingNames.flatMap((name) => (flags[name] === undefined ? [] : [[variableOf(name), flags[name]]])),
  ),
  ...(configFile !== undefined && { CASTELLAN_CONFIG: configFile }),
});

/**
 * Runs the desktop app until it ends. @returns its exit code.
 * @throws NoWindowError where it ended before it could open its window.
 */
const runDesktop = async (electron: string, given: Arguments): Promise<number> => {
  const child = spawn(electron, [appFolder], { env: environmentOf(given), stdio: ['inherit', 'pipe', 'pipe'] });
  let opened = false;
  let said = '';
  createInterface({ input: child.stdout }).on('line', (line) => {
    opened ||= line === openedLine;
    process.stdout.write(`${line}\n`);
  });
  child.stderr.setEncoding('utf8').on('data', (words: string) => {
    // Until the window is there it may be the reason; afterwards it is the app's own business.
    if (opened) process.stderr.write(words);
    else said = `${said}${words}`.slice(-4_000);
  });
  // A terminal sends its signals to the child as well: what is left to do here is to wait for its end.
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on('SIGINT', pass);
  process.on('SIGTERM', pass);
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    if (!opened && code !== 0)
      throw new NoWindowError(`Electron could not start (${reasonIn(said) ?? signal ?? code})`);
    return code ?? 1;
  } catch (cause) {
    if (cause instanceof NoWindowError) throw cause;
    throw new NoWindowError(`Electron could not start (${(cause as Error).message})`, { cause });
  } finally {
    process.off('SIGINT', pass);
    process.off('SIGTERM', pass);
  }
};

/** Opens the desktop app; where there can be no window, says why in one line and runs headless. */
export const start = async (given: Arguments): Promise<number | undefined> => {
  try {
    requireDisplay(process.env, process.platform);
    return await runDesktop(await findElectron(), given);
  } catch (error) {
    if (!(error instanceof NoWindowError)) throw error;
    process.stderr.write(`Castellan runs without a window: ${error.message}. Open the address below in a browser.\n`);
    return serve(given);
  }
};
