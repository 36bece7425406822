import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

/** Printed to stdout once the window is on its way, for whoever started the app. */
export const READY_LINE = 'castellan opens its window';

/** Why there is no window; the message is one line. */
export class NoWindowError extends Error {
  override readonly name = 'NoWindowError';
}

/** What a program said last of what went wrong, in one line. */
export const reasonIn = (output: string): string | undefined => {
  const lines = output.split('\n').map((line) => line.trim());
  const error = lines.find((line) => /^(\w*Error|error)\b/i.test(line));
  return (error ?? lines.findLast((line) => line !== '' && !line.startsWith('at ')))?.slice(0, 200);
};

/** @throws NoWindowError where there is no display, or where Electron would refuse to start. */
export const requireDisplay = (environment: NodeJS.ProcessEnv, platform: NodeJS.Platform, isRoot: boolean): void => {
  if (platform === 'linux' && isRoot) throw new NoWindowError("Electron doesn't run as root");
  if (platform !== 'linux' || environment.DISPLAY || environment.WAYLAND_DISPLAY) return;
  throw new NoWindowError('there is no display here');
};

/**
 * The path of Electron's program. Its package fetches it on first use, which takes a while and a network.
 * @throws NoWindowError where it is not installed or cannot be fetched.
 */
export const findElectron = async (): Promise<string> => {
  try {
    createRequire(import.meta.url).resolve('electron');
  } catch (cause) {
    throw new NoWindowError('Electron is not installed', { cause });
  }
  // In a process of its own: the package tells its progress, and a failure, on the console.
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
  throw new NoWindowError(`Electron could not be fetched (${reasonIn(stderr) ?? `code ${code}`})`);
};
