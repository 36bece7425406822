import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

/** Printed to stdout once the window is about to open, for the process that started the app. */
export const READY_LINE = 'castellan is opening its window';

/** Says why no window can open. The message is one line. */
export class NoWindowError extends Error {
  override readonly name = 'NoWindowError';
}

/** The last error that a program printed, as one line. */
export const reasonIn = (output: string): string | undefined => {
  const lines = output.split('\n').map((line) => line.trim());
  const error = lines.find((line) => /^(\w*Error|error)\b/i.test(line));
  return (error ?? lines.findLast((line) => line !== '' && !line.startsWith('at ')))?.slice(0, 200);
};

/** @throws NoWindowError if there is no display, or if Electron would refuse to start. */
export const requireDisplay = (environment: NodeJS.ProcessEnv, platform: NodeJS.Platform, isRoot: boolean): void => {
  if (platform === 'linux' && isRoot) throw new NoWindowError("Electron doesn't run as root");
  if (platform !== 'linux' || environment.DISPLAY || environment.WAYLAND_DISPLAY) return;
  throw new NoWindowError('no display is available');
};

/**
 * The path of the Electron executable. The package downloads it on first use, which takes a while and needs a network.
 * @throws NoWindowError if it is not installed or can't be downloaded.
 */
export const findElectron = async (): Promise<string> => {
  try {
    createRequire(import.meta.url).resolve('electron');
  } catch (cause) {
    throw new NoWindowError('Electron is not installed', { cause });
  }
  // Runs in its own process because the package prints its progress and errors to the console.
  const script = "process.stdout.write('\\n' + require('electron'))";
  const child = spawn(process.execPath, ['--input-type=commonjs', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  const path = stdout.split('\n').at(-1);
  if (code === 0 && path) return path;
  throw new NoWindowError(`Electron couldn't be downloaded (${reasonIn(stderr) ?? `code ${code}`})`);
};
