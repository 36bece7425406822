import { join } from 'node:path';
import { app, BrowserWindow, dialog, nativeTheme, screen } from 'electron';
import { openChannel } from '#shared/contract/desktop-bridge.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { consoleOrigin } from './addresses.logic.ts';
import { watchContextMenu } from './context-menu.ts';
import { pagePreferences } from './page-preferences.ts';
import type { SettingsStore } from './settings.ts';
import type { Texts } from './texts.ts';
import { smallestWindow, windowPlace } from './window-place.logic.ts';

/** The only window. It may be hidden, or closed and opened again. */
export interface ConsoleWindow {
  current(): BrowserWindow | undefined;
  /** Brings the window to the front, creating it if necessary. */
  show(): void;
  /** Shows the window with a console page, such as `/dashboard/sessions`. */
  open(page: string): void;
}

export interface WindowParts {
  settings: SettingsStore;
  texts: Texts;
  clock: Clock;
  log: Logger;
  /** Whether closing the window only hides it. */
  hidesOnClose: () => boolean;
  /** Called after closing has hidden the window. */
  onHide: () => void;
  /** Called with each window that is created. */
  onCreate: (window: BrowserWindow) => void;
}

/** The console's background color, so that nothing flashes before the first paint. */
const ground = (): string => (nativeTheme.shouldUseDarkColors ? '#141a1d' : '#f5f8f8');

/** Two crashes within this time are more than bad luck, in milliseconds. */
const crashWindow = 60_000;

const createBrowserWindow = ({ settings }: WindowParts): BrowserWindow => {
  const saved = settings.get().window;
  const { id } = screen.getPrimaryDisplay();
  const displays = screen.getAllDisplays().toSorted((a, b) => Number(b.id === id) - Number(a.id === id));
  const place = windowPlace(
    saved,
    displays.map(({ workArea }) => workArea),
  );
  const window = new BrowserWindow({
    ...place,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    // DECISION 0189: with the system's title bar, which no page can draw.
    title: 'Castellan',
    backgroundColor: ground(),
    ...(process.platform === 'linux' && { icon: join(app.getAppPath(), 'resources/icon.png') }),
    webPreferences: { ...pagePreferences(), preload: join(import.meta.dirname, '../preload/index.cjs') },
  });
  return window;
};

/** Restores a page that crashed or hangs, and tells the person. */
const watchOver = (window: BrowserWindow, { texts, clock, log }: WindowParts): void => {
  const { webContents } = window;
  const tell = (options: Electron.MessageBoxOptions): Promise<number> =>
    dialog.showMessageBox(window, { noLink: true, ...options }).then(({ response }) => response);
  const logFailure = (error: unknown) => log.error({ err: error }, 'failed to show a message');
  let crashedAt = Number.NEGATIVE_INFINITY;

  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    log.error({ reason, exit_code: exitCode }, 'window crashed');
    const again = clock.now() - crashedAt < crashWindow;
    crashedAt = clock.now();
    if (!again) {
      webContents.reload();
      tell({ type: 'info', message: texts.crashed, detail: texts.crashedDetail, buttons: [texts.ok] }).catch(
        logFailure,
      );
      return;
    }
    tell({
      type: 'error',
      message: texts.crashedAgain,
      detail: texts.crashedDetail,
      buttons: [texts.reload, texts.quit],
    })
      .then((response) => (response === 0 ? webContents.reload() : app.quit()))
      .catch(logFailure);
  });

  let asking = false;
  window.on('unresponsive', () => {
    if (asking) return;
    asking = true;
    log.error('window is not responding');
    tell({ type: 'warning', message: texts.hung, detail: texts.hungDetail, buttons: [texts.wait, texts.reload] })
      .then((response) => {
        asking = false;
        // A hung renderer cannot reload. Kill it; the crash listener above restores the page.
        if (response === 1) webContents.forcefullyCrashRenderer();
      })
      .catch(logFailure);
  });
};

/** Debounce: dragging a window fires about a hundred move events a second. */
const settleMs = 500;

const rememberPlace = (window: BrowserWindow, settings: SettingsStore): void => {
  let timer: NodeJS.Timeout | undefined;
  const remember = () => {
    clearTimeout(timer);
    settings.set({ window: { ...window.getNormalBounds(), maximized: window.isMaximized() } });
  };
  window.on('close', remember);
  // Save early: a laptop that runs out of power never closes the window. Linux has no `moved` and `resized` events.
  const rememberSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(remember, settleMs);
    timer.unref();
  };
  window.on('move', rememberSoon);
  window.on('resize', rememberSoon);
  window.on('closed', () => clearTimeout(timer));
};

/** Show the window after this time even if nothing has been painted. */
const paintLimitMs = 5_000;

/** Shows the window once it has painted; earlier it would flash white. */
const showWhenPainted = (window: BrowserWindow, isMaximized: boolean): void => {
  const show = (): void => {
    clearTimeout(timer);
    if (window.isDestroyed() || window.isVisible()) return;
    // This also shows the window.
    if (isMaximized) window.maximize();
    window.show();
  };
  const timer = setTimeout(show, paintLimitMs);
  window.once('ready-to-show', show);
  window.once('closed', () => clearTimeout(timer));
};

export const createConsoleWindow = (parts: WindowParts): ConsoleWindow => {
  const { settings, texts, log, hidesOnClose, onHide, onCreate } = parts;
  let window: BrowserWindow | undefined;

  nativeTheme.themeSource = themeSource(settings.get().colorScheme);
  nativeTheme.on('updated', () => window?.setBackgroundColor(ground()));

  const load = (own: BrowserWindow, page: string): void => {
    own.loadURL(`${consoleOrigin}${page}`).catch((error: Error) => {
      // Another page was requested in the meantime.
      if (!error.message.includes('ERR_ABORTED')) log.error({ err: error }, 'failed to load the window');
    });
  };

  const create = (page: string): BrowserWindow => {
    const own = createBrowserWindow(parts);
    rememberPlace(own, settings);
    watchOver(own, parts);
    showWhenPainted(own, settings.get().window?.maximized === true);
    watchContextMenu(own.webContents, texts);
    own.on('close', (event) => {
      if (!hidesOnClose()) return;
      event.preventDefault();
      own.hide();
      onHide();
    });
    own.on('closed', () => {
      if (window === own) window = undefined;
    });
    onCreate(own);
    load(own, page);
    return own;
  };

  const show = (): void => {
    if (!window) {
      window = create('/');
      return;
    }
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };

  return {
    current: () => window,
    show,
    open(page) {
      if (!window) {
        window = create(page);
        return;
      }
      // A page that is still loading can't receive messages yet.
      if (window.webContents.isLoadingMainFrame()) load(window, page);
      else window.webContents.send(openChannel, page);
      show();
    },
  };
};

export const themeSource = (scheme: 'light' | 'dark' | 'auto'): 'light' | 'dark' | 'system' =>
  scheme === 'auto' ? 'system' : scheme;

/** Shows a message box in front of the window, if there is one. @returns whether the first button was chosen. */
export const askInWindow = async (
  { current }: ConsoleWindow,
  message: string,
  detail: string,
  buttons: string[],
): Promise<boolean> => {
  const options: Electron.MessageBoxOptions = { type: 'question', message, detail, buttons, noLink: true, cancelId: 1 };
  const window = current();
  const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
  return response === 0;
};
