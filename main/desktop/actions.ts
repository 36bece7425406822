import { app, clipboard, dialog, nativeTheme, shell } from 'electron';
import type { ColorScheme } from '#shared/desktop-bridge.ts';
import type { Logger } from '../platform/logger.ts';
import { type Guards, openOutside } from './hardening.ts';
import { createLoginItem } from './login-item.ts';
import type { MenuSwitches } from './menu.ts';
import type { Notice } from './notices.rules.ts';
import { showNotice } from './notifications.ts';
import type { SessionKeeper } from './session-keeper.ts';
import type { SettingsStore } from './settings.ts';
import type { Texts } from './texts.ts';
import type { Release, Updates } from './updates.ts';
import { type ConsoleWindow, themeSource } from './window.ts';

export interface ActionParts {
  window: ConsoleWindow;
  address: () => string | undefined;
  guards: Guards;
  settings: SettingsStore;
  keeper: SessionKeeper;
  updates: Updates | undefined;
  logFolder: string;
  texts: Texts;
  log: Logger;
}

/** What menu, tray, notifications and the bridge do. */
export interface Actions {
  show: () => void;
  open: (page: string) => void;
  openExternal: (address: string) => Promise<boolean>;
  openReference: () => void;
  openLogs: () => void;
  copyAddress: () => void;
  setColorScheme: (scheme: ColorScheme) => void;
  notify: (notice: Notice) => void;
  checkForUpdates: (() => void) | undefined;
  tellRelease: (release: Release) => void;
  quit: () => void;
}

export const createActions = (parts: ActionParts): Actions => {
  const { window, address, guards, settings, updates, logFolder, texts, log } = parts;
  /** Nobody waits for what a click has begun: a failure is logged. */
  const begin = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => log.error({ err: error }, 'an action failed'));
  };
  const openExternal = (url: string) => openOutside(url, guards);
  const tellRelease = ({ version, url }: Release): void =>
    showNotice({ title: texts.updateAvailable(version), body: texts.updateHint }, () => begin(openExternal(url)));
  const look = async ({ check }: Updates): Promise<void> => {
    const release = await check().catch((error: unknown) => {
      log.warn({ err: error }, 'the update feed could not be read');
      return null;
    });
    if (release) return tellRelease(release);
    await dialog.showMessageBox({
      message: release === null ? texts.updateFailed : texts.noUpdate,
      buttons: [texts.ok],
    });
  };
  return {
    show: () => window.show(),
    open: (page) => window.open(page),
    openExternal,
    openReference: () => begin(openExternal(`${address()}/api/docs`)),
    openLogs: () => begin(shell.openPath(logFolder)),
    copyAddress: () => clipboard.writeText(`${address() ?? ''}/api/v1`),
    setColorScheme: (colorScheme) => {
      nativeTheme.themeSource = themeSource(colorScheme);
      settings.set({ colorScheme });
    },
    notify: ({ page, ...notice }) => showNotice(notice, () => window.open(page)),
    checkForUpdates: updates && (() => begin(look(updates))),
    tellRelease,
    quit: () => app.quit(),
  };
};

/** The switches of the menu, as they stand. */
export const readSwitches = async ({ settings, keeper, log }: ActionParts): Promise<MenuSwitches> => {
  const loginItem = createLoginItem();
  return {
    closeToTray: {
      isOn: settings.get().closeToTray,
      set: (closeToTray) => settings.set({ closeToTray }),
    },
    startAtLogin: { isOn: loginItem.isOn(), set: loginItem.set },
    staySignedIn: (await keeper.canKeep())
      ? {
          isOn: settings.get().staySignedIn,
          set: (stays) => {
            keeper.setStaying(stays).catch((error: unknown) => log.error({ err: error }, 'a setting was not applied'));
          },
        }
      : undefined,
  };
};
