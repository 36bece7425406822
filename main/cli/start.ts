import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readConfig } from '../config/config.ts';
import { settingNames, variableOf } from '../config/settings.ts';
import { desktopLogFile } from '../platform/data-folder.ts';
import { StartError } from '../platform/start-error.ts';
import type { Arguments } from './command.ts';
import { findElectron, NoWindowError, READY_LINE, reasonIn, requireDisplay } from './electron.ts';
import { serve } from './serve.ts';

/** The folder of package.json, both in a build and when running from source. */
const appFolder = join(import.meta.dirname, '../..');

/** Pass flags as environment variables: Chromium has its own switches, some with the same names. */
const environmentOf = ({ flags, environment, configFile }: Arguments): NodeJS.ProcessEnv => ({
  ...environment,
  ...Object.fromEntries(
    settingNames.flatMap((name) => (flags[name] === undefined ? [] : [[variableOf(name), flags[name]]])),
  ),
  ...(configFile !== undefined && { CASTELLAN_CONFIG: configFile }),
});

/** How the app's process ended. */
interface Ended {
  /** Whether it had opened its window, or was about to. */
  opened: boolean;
  code: number | null;
  /** The signal that ended it, unless we forwarded that signal. */
  signal: NodeJS.Signals | undefined;
  /** What it wrote to stderr before the window opened. */
  said: string;
}

const runElectron = async (electron: string, args: readonly string[], given: Arguments): Promise<Ended> => {
  const child = spawn(electron, [appFolder, ...args], {
    env: environmentOf(given),
    stdio: ['inherit', 'pipe', 'pipe'],
  });
  let opened = false;
  let said = '';
  createInterface({ input: child.stdout }).on('line', (line) => {
    opened ||= line === READY_LINE;
    process.stdout.write(`${line}\n`);
  });
  child.stderr.setEncoding('utf8').on('data', (words: string) => {
    // Until the window opens, stderr may explain why it doesn't. After that it is the app's own output.
    if (opened) process.stderr.write(words);
    else said = `${said}${words}`.slice(-4_000);
  });
  // A terminal signals the child too, so all that's left to do here is wait for it to exit.
  let passed: NodeJS.Signals | undefined;
  const pass = (signal: NodeJS.Signals): void => {
    passed = signal;
    child.kill(signal);
  };
  process.on('SIGINT', pass);
  process.on('SIGTERM', pass);
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return { opened, code, signal: signal && signal !== passed ? signal : undefined, said };
  } catch (cause) {
    throw new NoWindowError(`Electron failed to start (${(cause as Error).message})`, { cause });
  } finally {
    process.off('SIGINT', pass);
    process.off('SIGTERM', pass);
  }
};

/** Where the app logs, if the settings can be read. The app shows its own page for an invalid setting. */
const logFileOf = ({ flags, environment, configFile }: Arguments): string | undefined => {
  try {
    return desktopLogFile(readConfig(flags, environment, configFile).dataDir);
  } catch (error) {
    if (error instanceof StartError) return undefined;
    throw error;
  }
};

const crashNotice = (signal: NodeJS.Signals, given: Arguments): string => {
  const logFile = logFileOf(given);
  return `castellan: the desktop app crashed (${signal})${logFile === undefined ? '' : `; its log is ${logFile}`}`;
};

/**
 * Runs the desktop app until it exits. If it crashes, runs it once more without the graphics card.
 * @returns its exit code, never 0 after a crash.
 * @throws NoWindowError if it exits before it can open its window.
 */
const runDesktop = async (electron: string, given: Arguments): Promise<number> => {
  let ended = await runElectron(electron, [], given);
  if (ended.signal !== undefined) {
    process.stderr.write(`${crashNotice(ended.signal, given)}. Trying once more without the graphics card.\n`);
    ended = await runElectron(electron, ['--disable-gpu'], given);
    if (ended.signal !== undefined) process.stderr.write(`${crashNotice(ended.signal, given)}.\n`);
  }
  const { opened, code, signal, said } = ended;
  if (!opened && code !== 0) throw new NoWindowError(`Electron failed to start (${reasonIn(said) ?? signal ?? code})`);
  return code ?? 1;
};

/** Opens the desktop app. If no window can open, says why in one line and runs headless. */
export const start = async (given: Arguments): Promise<number | undefined> => {
  try {
    requireDisplay(given.environment, process.platform, process.getuid?.() === 0);
    return await runDesktop(await findElectron(), given);
  } catch (error) {
    if (!(error instanceof NoWindowError)) throw error;
    process.stderr.write(`Running without a window: ${error.message}. Open the address below in a browser.\n`);
    return serve(given);
  }
};
