import { app, dialog, nativeTheme } from 'electron';
import { type ColorScheme, findChannel } from '#shared/contract/desktop-bridge.ts';
import { apiPrefix, referencePath } from '#shared/contract/http-names.ts';
import type { Backups } from '../backup/scheduled-backups.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { CommandLine } from './command-line.ts';
import { pageHistory } from './context-menu.ts';
import { exportDiagnostics } from './diagnostics.ts';
import { type OutsideLinks, openOutside } from './hardening.ts';
import type { Keyring } from './keyring.ts';
import { createLoginItem } from './login-item.ts';
import type { MenuSwitches, ZoomStep } from './menu.ts';
import type { DesktopNotification } from './notification-rules.ts';
import { showNotification } from './notifications.ts';
import { copyText, openFolder } from './outside.ts';
import type { OwnView } from './own-view.ts';
import type { Profile } from './profile.ts';
import { remotesPage } from './remotes/remote-problem-page.ts';
import type { RemoteViews } from './remotes/remote-views.ts';
import type { SessionStore } from './session-store.ts';
import type { SettingsStore } from './settings.ts';
import type { ShownConsole } from './shown-console.ts';
import type { Texts } from './texts.ts';
import type { ConsoleId, UnseenNotifications } from './unseen.logic.ts';
import type { Release, Updates } from './updates.ts';
import { type ConsoleWindow, themeSource } from './window.ts';

export interface ActionParts {
  window: ConsoleWindow;
  ownView: () => OwnView;
  shown: Pick<ShownConsole, 'view'>;
  remotes: Pick<RemoteViews, 'show' | 'setStaying'>;
  address: () => string | undefined;
  backups: () => Backups | undefined;
  outside: OutsideLinks;
  unseen: Pick<UnseenNotifications, 'add'>;
  showRemoteMenu: () => void;
  openSwitcher: () => void;
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
  /** Opens a page of this computer's console. */
  open: (page: string) => void;
  /** Opens a page of the console that is shown. */
  openShown: (page: string) => void;
  reload: () => void;
  /** Prints the page that the person sees. */
  print: () => void;
  zoom: (step: ZoomStep) => void;
  /** Puts the keyboard into the strip, or back into the page. */
  focusStrip: () => void;
  /** Shows another server, or this computer. */
  showRemote: (id: string | undefined) => void;
  /** Opens the menu of servers. */
  chooseServer: () => void;
  /** Opens the list of servers that people filter by typing, or closes it. */
  openSwitcher: () => void;
  manageRemotes: () => void;
  goBack: () => void;
  goForward: () => void;
  find: () => void;
  openReference: () => void;
  openLogs: () => void;
  exportDiagnostics: () => void;
  copyAddress: () => void;
  backUp: () => void;
  setColorScheme: (scheme: ColorScheme) => void;
  /** Shows a notification of this computer's service. */
  notify: (notification: DesktopNotification) => void;
  /** Shows a notification of a console. */
  notifyOf: (of: ConsoleId, notification: Omit<DesktopNotification, 'page'>, open: () => void) => void;
  checkForUpdates: (() => void) | undefined;
  /** Shows the versions of the app and of what it is built on. */
  about: () => void;
  tellRelease: (release: Release) => void;
  quit: () => void;
}

const aboutDetail = ({ electron, chrome, node }: NodeJS.ProcessVersions, system: string): string =>
  [`Electron ${electron}`, `Chromium ${chrome}`, `Node.js ${node}`, system].join('\n');

/** Chromium's own step, of 20 percent. */
const zoomStep = 0.5;

export const createActions = (parts: ActionParts): Actions => {
  const { window, remotes, address, outside, settings, updates, profile, texts, clock, log } = parts;
  /** Nothing awaits an action that a click starts, so log its failure. */
  const begin = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => log.error({ err: error }, 'desktop action failed'));
  };
  /** Begins what opens a dialog, unless that is still open: people click twice. */
  const once = (work: () => Promise<unknown>): (() => void) => {
    let isOpen = false;
    return () => {
      if (isOpen) return;
      isOpen = true;
      begin(
        work().finally(() => {
          isOpen = false;
        }),
      );
    };
  };
  /** The page that the person sees. */
  const shownContents = () => parts.shown.view().life.page().contents;
  const showRemote = (id: string | undefined): void => {
    window.show();
    remotes.show(id);
    parts.shown.view().life.wake();
    window.focusPage();
  };
  const open = (page: string): void => {
    // Before the window: it would load the first page otherwise.
    parts.ownView().open(page);
    showRemote(undefined);
  };
  const notifyOf: Actions['notifyOf'] = (of, notification, whenClicked) => {
    parts.unseen.add(of);
    showNotification(notification, log, whenClicked);
  };
  const openExternal = (url: string) => openOutside(url, outside);
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
  const settingsPage = '/dashboard/settings?tab=server';
  /** Without a folder for backups, the settings page says how to set one. */
  const backUp = async (): Promise<void> => {
    const backups = parts.backups();
    if (backups?.plan.dir === undefined) return open(settingsPage);
    try {
      await backups.run();
      showNotification({ title: texts.backedUp, body: backups.plan.dir }, log, () => open(settingsPage));
    } catch (error) {
      showNotification({ title: texts.backUpFailed, body: (error as Error).message }, log, () => open(settingsPage));
      throw error;
    }
  };
  return {
    show: () => window.show(),
    open,
    openShown(page) {
      parts.shown.view().open(page);
      window.show();
    },
    reload: () => parts.shown.view().life.reload(),
    print() {
      window.show();
      parts.shown.view().print();
    },
    zoom(step) {
      const contents = shownContents();
      contents.setZoomLevel(step === 0 ? 0 : contents.getZoomLevel() + step * zoomStep);
    },
    focusStrip: window.focusStrip,
    showRemote,
    chooseServer() {
      window.show();
      parts.showRemoteMenu();
    },
    openSwitcher: parts.openSwitcher,
    manageRemotes: () => open(remotesPage),
    goBack: () => pageHistory(shownContents()).goBack(),
    goForward: () => pageHistory(shownContents()).goForward(),
    find() {
      window.focusPage();
      shownContents().send(findChannel);
    },
    openReference: () => begin(openExternal(`${address()}${referencePath}`)),
    openLogs: () => begin(openFolder(profile.logFolder)),
    exportDiagnostics: once(() => exportDiagnostics(profile, texts, clock)),
    copyAddress: () => begin(copyText(`${address() ?? ''}${apiPrefix}`)),
    backUp: once(backUp),
    setColorScheme: (colorScheme) => {
      nativeTheme.themeSource = themeSource(colorScheme);
      settings.set({ colorScheme });
    },
    notify: ({ page, ...notification }) => notifyOf(undefined, notification, () => open(page)),
    notifyOf,
    about: once(() =>
      dialog.showMessageBox({
        message: `Castellan ${app.getVersion()}`,
        detail: aboutDetail(process.versions, `${process.platform} ${process.arch}`),
        buttons: [texts.ok],
      }),
    ),
    checkForUpdates: updates && once(() => look(updates)),
    tellRelease,
    quit: () => app.quit(),
  };
};

/** The current state of the menu's switches. Never queries the keyring, which may ask the person for a password. */
export const readSwitches = (
  {
    settings,
    keyring,
    sessionStore,
    remotes,
    log,
  }: Pick<ActionParts, 'settings' | 'keyring' | 'sessionStore' | 'remotes' | 'log'>,
  { program, keptOptions }: Pick<CommandLine, 'program' | 'keptOptions'>,
): MenuSwitches => {
  const loginItem = createLoginItem(program, keptOptions);
  return {
    closeToTray: {
      isOn: settings.get().closeToTray,
      set: (closeToTray) => settings.set({ closeToTray }),
    },
    startAtLogin: { isOn: loginItem.isOn(), set: loginItem.set },
    usesGraphics: {
      isOn: settings.get().usesGraphics,
      set: (usesGraphics) => settings.set({ usesGraphics }),
    },
    staySignedIn:
      keyring.known() === 'memory'
        ? undefined
        : {
            isOn: settings.get().staySignedIn,
            set: (stays) => {
              Promise.all([sessionStore.setStaying(stays), remotes.setStaying(stays)]).catch((error: unknown) =>
                log.error({ err: error }, 'failed to change a desktop setting'),
              );
            },
          },
  };
};
