import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect } from './desktop.ts';

/** A desktop's session bus, with GNOME's keyring and Dunst, which shows notifications. */
export interface SessionBus {
  /** For a program of this session. The name of the desktop is one that Chromium knows no keyring for. */
  readonly environment: Record<string, string>;
  /** Runs a program of the session, and returns what it prints. */
  run(program: string, ...args: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

const keyringPassword = 'only for this session';

/** Starts the bus and its services in a home folder of their own. */
export const openSessionBus = async (): Promise<SessionBus> => {
  const folder = await mkdtemp(join(tmpdir(), 'session-'));
  const running: ChildProcess[] = [];
  const own: Record<string, string> = {
    XDG_RUNTIME_DIR: folder,
    XDG_DATA_HOME: join(folder, 'share'),
    XDG_CURRENT_DESKTOP: 'sway',
  };
  const begin = (program: string, args: readonly string[]): ChildProcess => {
    const child = spawn(program, args, { env: { ...process.env, ...own }, stdio: ['pipe', 'pipe', 'ignore'] });
    running.push(child);
    return child;
  };
  const firstLine = async ({ stdout }: ChildProcess): Promise<string> => {
    if (!stdout) throw new Error('There is no output to read');
    const [line] = await once(createInterface({ input: stdout }), 'line');
    return String(line);
  };
  own.DBUS_SESSION_BUS_ADDRESS = await firstLine(begin('dbus-daemon', ['--session', '--nofork', '--print-address']));
  const keyring = begin('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets']);
  keyring.stdin?.end(keyringPassword);
  begin('dunst', []);
  const run = async (program: string, ...args: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(program, args, { env: { ...process.env, ...own } });
    return stdout;
  };
  const isThere = async (name: string): Promise<boolean> => {
    const bus = ['--dest=org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus.NameHasOwner'];
    return (await run('dbus-send', '--session', '--print-reply', ...bus, `string:${name}`)).includes('true');
  };
  for (const name of ['org.freedesktop.secrets', 'org.freedesktop.Notifications']) {
    await expect.poll(() => isThere(name)).toBe(true);
  }
  return {
    environment: own,
    run,
    async close() {
      for (const child of running.toReversed()) {
        const ended = once(child, 'exit');
        if (child.exitCode === null && child.kill()) await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
};
