import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { commandOf, desktopEntry } from './desktop-entry.logic.ts';

/** Whether Castellan starts when the person logs in to this computer. */
export interface LoginItem {
  isOn(): boolean;
  set(on: boolean): void;
}

/** Electron has no login items on Linux, so write an entry to the XDG autostart folder. */
export const createAutostartEntry = (file: string, command: readonly string[]): LoginItem => ({
  isOn: () => existsSync(file),
  set(on) {
    if (!on) {
      rmSync(file, { force: true });
      return;
    }
    mkdirSync(dirname(file), { recursive: true });
    const keys = { Type: 'Application', Name: 'Castellan', Exec: commandOf(command), Terminal: 'false' };
    writeFileSync(file, desktopEntry(keys));
  },
});

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
  };
};

/** Whether macOS started the app at login. Other systems pass `--hidden` instead. */
export const wasOpenedAtLogin = (): boolean =>
  process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
