import { join } from 'node:path';
import { app, BaseWindow, nativeTheme, screen, type View, type WebContents } from 'electron';
import type { SettingsStore } from './settings.ts';
import type { Strip } from './strip.ts';
import { stripHeight } from './strip-page.ts';
import { type ConsolePage, ground } from './views/console-page.ts';
import { smallestWindow, windowPlace } from './window-place.logic.ts';

/** What covers the page until the person has answered it. */
export interface Cover {
  readonly view: View;
  readonly contents: WebContents;
  /** Called when something else is shown below it, or the window closes. */
  uncover(): void;
}

/** DECISION 0278: the only window, with the strip and one console. It may be hidden, or closed and opened again. */
export interface ConsoleWindow {
  current(): BaseWindow | undefined;
  /** Brings the window to the front, creating it if necessary. */
  show(): void;
  /** Whether the person can see the window. */
  isShown(): boolean;
  /** Shows the page below the strip, instead of the previous one, and names it in the title. */
  present(page: ConsolePage, title: string): void;
  /** Shows something over the page, which gets the keyboard, or nothing any more. */
  cover(by: Cover | undefined): void;
  /** Puts the keyboard into the strip, or back into the page. */
  focusStrip(): void;
  /** Also ends what covers the page. */
  focusPage(): void;
}

export interface WindowParts {
  settings: SettingsStore;
  /** Whether closing the window only hides it. */
  hidesOnClose: () => boolean;
  /** Called after closing has hidden the window. */
  onHide: () => void;
  /** Called when the window gets the focus. */
  onFocus: () => void;
  /** The strip. Created with the first window. */
  strip: () => Strip;
  /** Called with each window that is created, to present a page in it. */
  onCreate: () => void;
}

const createBaseWindow = (settings: SettingsStore): BaseWindow => {
  const { id } = screen.getPrimaryDisplay();
  const displays = screen.getAllDisplays().toSorted((a, b) => Number(b.id === id) - Number(a.id === id));
  const place = windowPlace(
    settings.get().window,
    displays.map(({ workArea }) => workArea),
  );
  return new BaseWindow({
    ...place,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    // DECISION 0189: with the system's title bar, which no page can draw.
    title: 'Castellan',
    backgroundColor: ground(),
    ...(process.platform === 'linux' && { icon: join(app.getAppPath(), 'resources/icon.png') }),
  });
};

/** Debounce: dragging a window fires about a hundred move events a second. */
const settleMs = 500;

const rememberPlace = (window: BaseWindow, settings: SettingsStore): void => {
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

/** Show the window after this time even if the strip hasn't loaded. */
const paintLimitMs = 2_000;

/** Shows the window once its strip is there; the page's background already has the right color. */
const showWhenReady = (window: BaseWindow, { contents }: Strip, isMaximized: boolean): void => {
  const show = (): void => {
    clearTimeout(timer);
    if (window.isDestroyed() || window.isVisible()) return;
    // This also shows the window.
    if (isMaximized) window.maximize();
    window.show();
  };
  const timer = setTimeout(show, paintLimitMs);
  if (contents.isLoading()) contents.once('did-stop-loading', show);
  else show();
};

export const createConsoleWindow = (parts: WindowParts): ConsoleWindow => {
  const { settings, hidesOnClose, onHide, onCreate } = parts;
  let window: BaseWindow | undefined;
  let presented: ConsolePage | undefined;
  let cover: Cover | undefined;

  nativeTheme.themeSource = themeSource(settings.get().colorScheme);
  nativeTheme.on('updated', () => {
    if (!window) return;
    for (const target of [window, parts.strip().view, presented?.view]) target?.setBackgroundColor(ground());
  });

  const arrange = (): void => {
    if (!window) return;
    const { width, height } = window.contentView.getBounds();
    parts.strip().view.setBounds({ x: 0, y: 0, width, height: stripHeight });
    const below = { x: 0, y: stripHeight, width, height: Math.max(0, height - stripHeight) };
    for (const shown of [presented, cover]) shown?.view.setBounds(below);
  };
  const focusShown = (): void => (cover ?? presented)?.contents.focus();

  const create = (): BaseWindow => {
    const own = createBaseWindow(settings);
    const strip = parts.strip();
    own.contentView.addChildView(strip.view);
    // Unlike the window's own events, this comes with the size that the pages get.
    own.contentView.on('bounds-changed', arrange);
    rememberPlace(own, settings);
    own.on('focus', () => {
      // The system would give the keys to whatever had them.
      if (!strip.contents.isFocused()) focusShown();
      parts.onFocus();
    });
    own.on('close', (event) => {
      if (hidesOnClose()) {
        event.preventDefault();
        own.hide();
        onHide();
        return;
      }
      cover?.uncover();
      // They outlive the window.
      for (const view of own.contentView.children) own.contentView.removeChildView(view);
      presented = undefined;
    });
    own.on('closed', () => {
      if (window === own) window = undefined;
    });
    return own;
  };

  return {
    current: () => window,
    show() {
      if (!window) {
        window = create();
        onCreate();
        showWhenReady(window, parts.strip(), settings.get().window?.maximized === true);
        return;
      }
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    isShown: () => window?.isVisible() === true && !window.isMinimized(),
    present(page, title) {
      if (!window) return;
      window.setTitle(title);
      if (presented === page) return;
      cover?.uncover();
      const strip = parts.strip().view;
      for (const view of window.contentView.children) if (view !== strip) window.contentView.removeChildView(view);
      presented = page;
      page.view.setBackgroundColor(ground());
      window.contentView.addChildView(page.view);
      arrange();
      focusShown();
    },
    cover(by) {
      if (cover) window?.contentView.removeChildView(cover.view);
      cover = by;
      if (by) window?.contentView.addChildView(by.view);
      arrange();
      focusShown();
    },
    focusStrip() {
      const { contents } = parts.strip();
      if (contents.isFocused()) focusShown();
      else contents.focus();
    },
    focusPage() {
      cover?.uncover();
      focusShown();
    },
  };
};

export const themeSource = (scheme: 'light' | 'dark' | 'auto'): 'light' | 'dark' | 'system' =>
  scheme === 'auto' ? 'system' : scheme;
