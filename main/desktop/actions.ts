import { app, clipboard, dialog, nativeTheme } from 'electron';
import { type ColorScheme, findChannel } from '#shared/desktop-bridge.ts';
import type { Backups } from '../backup/scheduled-backups.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { pageHistory } from './context-menu.ts';
import { exportDiagnostics } from './diagnostics.ts';
import { type Guards, openOutside } from './hardening.ts';
import type { Keyring } from './keyring.ts';
import { createLoginItem } from './login-item.ts';
import type { MenuSwitches } from './menu.ts';
import type { DesktopNotification } from './notification-rules.ts';
import { showNotification } from './notifications.ts';
import { openFolder } from './outside.ts';
import type { Profile } from './profile.ts';
import type { SessionStore } from './session-store.ts';
import type { SettingsStore } from './settings.ts';
import type { Texts } from './texts.ts';
import type { Unseen } from './unseen.logic.ts';
import type { Release, Updates } from './updates.ts';
import { type ConsoleWindow, themeSource } from './window.ts';

export interface ActionParts {
  window: ConsoleWindow;
  address: () => string | undefined;
  backups: () => Backups | undefined;
  guards: Guards;
  unseen: Pick<Unseen, 'add'>;
  settings: SettingsStore;
  keyring: Pick<Keyring, 'known'>;
  sessionStore: Pick<SessionStore, 'setStaying'>;
  updates: Updates | undefined;
  profile: Profile;
  texts: Texts;
  clock: Clock;
  log: Logger;
}

/** The actions behind the menu, tray, notifications and bridge. */
export interface Actions {
  show: () => void;
  open: (page: string) => void;
  goBack: () => void;
  goForward: () => void;
  find: () => void;
  openReference: () => void;
  openLogs: () => void;
  exportDiagnostics: () => void;
  copyAddress: () => void;
  backUp: () => void;
  setColorScheme: (scheme: ColorScheme) => void;
  notify: (notification: DesktopNotification) => void;
  checkForUpdates: (() => void) | undefined;
  tellRelease: (release: Release) => void;
  quit: () => void;
}

export const createActions = (parts: ActionParts): Actions => {
  const { window, address, guards, settings, updates, profile, texts, clock, log } = parts;
  /** Nothing awaits an action that a click starts, so log its failure. */
  const begin = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => log.error({ err: error }, 'desktop action failed'));
  };
  const ownHistory = () => {
    const own = window.current();
    return own && pageHistory(own.webContents);
  };
  const openExternal = (url: string) => openOutside(url, guards);
  const tellRelease = ({ version, url }: Release): void =>
    showNotification({ title: texts.updateAvailable(version), body: texts.updateHint }, log, () =>
      begin(openExternal(url)),
    );
  const look = async ({ check }: Updates): Promise<void> => {
    const release = await check().catch((error: unknown) => {
      log.warn({ err: error }, 'failed to read the update feed');
      return null;
    });
    if (release) return tellRelease(release);
    await dialog.showMessageBox({
      message: release === null ? texts.updateFailed : texts.noUpdate,
      buttons: [texts.ok],
    });
  };
  const settingsPage = '/dashboard/settings';
  /** Without a folder for backups, the settings page says how to set one. */
  const backUp = async (): Promise<void> => {
    const backups = parts.backups();
    if (backups?.plan.dir === undefined) return window.open(settingsPage);
    try {
      await backups.run();
      showNotification({ title: texts.backedUp, body: backups.plan.dir }, log, () => window.open(settingsPage));
    } catch (error) {
      showNotification({ title: texts.backUpFailed, body: (error as Error).message }, log, () =>
        window.open(settingsPage),
      );
      throw error;
    }
  };
  return {
    show: () => window.show(),
    open: (page) => window.open(page),
    goBack: () => ownHistory()?.goBack(),
    goForward: () => ownHistory()?.goForward(),
    find: () => window.current()?.webContents.send(findChannel),
    openReference: () => begin(openExternal(`${address()}/api/docs`)),
    openLogs: () => begin(openFolder(profile.logFolder)),
    exportDiagnostics: () => begin(exportDiagnostics(profile, texts, clock)),
    copyAddress: () => clipboard.writeText(`${address() ?? ''}/api/v1`),
    backUp: () => begin(backUp()),
    setColorScheme: (colorScheme) => {
      nativeTheme.themeSource = themeSource(colorScheme);
      settings.set({ colorScheme });
    },
    notify: ({ page, ...notification }) => {
      parts.unseen.add();
      showNotification(notification, log, () => window.open(page));
    },
    checkForUpdates: updates && (() => begin(look(updates))),
    tellRelease,
    quit: () => app.quit(),
  };
};

/** The current state of the menu's switches. Never queries the keyring, which may ask the person for a password. */
export const readSwitches = ({
  settings,
  keyring,
  sessionStore,
  log,
}: Pick<ActionParts, 'settings' | 'keyring' | 'sessionStore' | 'log'>): MenuSwitches => {
  const loginItem = createLoginItem();
  return {
    closeToTray: {
      isOn: settings.get().closeToTray,
      set: (closeToTray) => settings.set({ closeToTray }),
    },
    startAtLogin: { isOn: loginItem.isOn(), set: loginItem.set },
    staySignedIn:
      keyring.known() === 'memory'
        ? undefined
        : {
            isOn: settings.get().staySignedIn,
            set: (stays) => {
              sessionStore
                .setStaying(stays)
                .catch((error: unknown) => log.error({ err: error }, 'failed to change a desktop setting'));
            },
          },
  };
};
