import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { app } from 'electron';
import type { Logger } from '../platform/logger.ts';
import { commandOf, desktopEntry, valueIn } from './desktop-entry.logic.ts';

/** Whether Castellan starts when the person logs in to this computer. */
export interface LoginItem {
  isOn(): boolean;
  set(on: boolean): void;
  /** Follows a program that was moved, such as an AppImage: the entry would start nothing. */
  follow(): void;
}

/** Electron has no login items on Linux, so write an entry to the XDG autostart folder. */
export const createAutostartEntry = (file: string, command: readonly string[]): LoginItem => {
  const [program = ''] = command;
  const write = (Exec: string): void => {
    const keys = { Type: 'Application', Name: 'Castellan', TryExec: program, Exec, Terminal: 'false' };
    writeFileSync(file, desktopEntry(keys));
  };
  return {
    isOn: () => existsSync(file),
    set(on) {
      if (!on) {
        rmSync(file, { force: true });
        return;
      }
      mkdirSync(dirname(file), { recursive: true });
      write(commandOf(command));
    },
    follow() {
      if (!existsSync(file)) return;
      const text = readFileSync(file, 'utf8');
      const exec = valueIn(text, 'Exec') ?? '';
      // Earlier entries name it only there.
      const before = valueIn(text, 'TryExec') ?? exec.split(' ', 1)[0] ?? '';
      if (!isAbsolute(before) || existsSync(before) || !exec.startsWith(commandOf([before]))) return;
      // The options stay those that the person has chosen to start with.
      write(`${commandOf([program])}${exec.slice(commandOf([before]).length)}`);
    },
  };
};

/**
 * @param program the file that starts Castellan
 * @param options those that this start was given, which the next one needs too
 */
export const createLoginItem = (program: string, options: readonly string[]): LoginItem => {
  const args = [...options, '--hidden'];
  if (process.platform === 'linux') {
    const command = app.isPackaged ? [program, ...args] : [program, app.getAppPath(), ...args];
    return createAutostartEntry(join(app.getPath('appData'), 'autostart/castellan.desktop'), command);
  }
  // Windows tells entries apart by their arguments. macOS takes none, and reports how the app was started.
  return {
    isOn: () => app.getLoginItemSettings({ args }).openAtLogin,
    set: (on) => app.setLoginItemSettings({ openAtLogin: on, args }),
    // Both replace an installed program at its place.
    follow: () => {},
  };
};

/** Whether macOS started the app at login. Other systems pass `--hidden` instead. */
export const wasOpenedAtLogin = (): boolean =>
  process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;

/** At each start: without a working entry, the app still does everything else. */
export const followLoginItem = (item: LoginItem, log: Logger): void => {
  try {
    item.follow();
  } catch (error) {
    log.warn({ err: error }, 'failed to correct the entry that starts the app at login');
  }
};
