import { join } from 'node:path';
import { ipcMain, type WebContents, WebContentsView } from 'electron';
import {
  type SwitcherPlace,
  type SwitcherRequest,
  switcherRequest,
  switcherRequestChannel,
  switcherStateChannel,
} from '#shared/contract/desktop-switcher.ts';
import type { Logger } from '../platform/logger.ts';
import { serveAppPage } from './app-page.ts';
import { pagePreferences } from './page-preferences.ts';
import { createSwitcherList, type SwitcherList } from './switcher.logic.ts';
import { switcherPage } from './switcher-page.ts';
import type { Language } from './texts.ts';
import type { ConsoleWindow } from './window.ts';

/** A list of the consoles over the one that is shown: the person types, and chooses one by keys. */
export interface Switcher {
  /** Opens it, or closes it if it is open. */
  toggle(): void;
}

export interface SwitcherParts {
  window: Pick<ConsoleWindow, 'show' | 'cover'>;
  /** This computer first, as in the menus. */
  places: () => readonly SwitcherPlace[];
  /** The ID of the server that is shown. Null for this computer. */
  shown: () => string | null;
  choose: (id: string | null) => void;
  language: Language;
  log: Logger;
}

export const createSwitcher = (parts: SwitcherParts): Switcher => {
  const { window, log } = parts;
  let view: WebContentsView | undefined;
  let list: SwitcherList | undefined;

  const close = (): void => {
    const closed = view;
    view = undefined;
    window.cover(undefined);
    closed?.webContents.close();
  };
  const choose = (id: string | null): void => {
    close();
    parts.choose(id);
  };
  const enter = (shown: SwitcherList): void => {
    const place = shown.selected();
    if (place) choose(place.id);
  };
  const act = (request: SwitcherRequest, page: WebContents, shown: SwitcherList): void => {
    if (request === 'close') close();
    else if (request === 'enter') enter(shown);
    else if (typeof request === 'object' && 'choose' in request) choose(request.choose);
    else {
      if (request === 'up' || request === 'down') shown.move(request === 'up' ? -1 : 1);
      else if (request !== 'ready') shown.filter(request.filter);
      page.send(switcherStateChannel, shown.state());
    }
  };
  ipcMain.on(switcherRequestChannel, ({ sender }, asked: unknown) => {
    const request = switcherRequest.safeParse(asked);
    if (!view || !list || sender !== view.webContents || !request.success) {
      log.warn('refused a message from a page other than the switcher');
      return;
    }
    act(request.data, sender, list);
  });
  const open = (): void => {
    const page = serveAppPage('switcher', switcherPage(parts.language));
    const opened = new WebContentsView({
      webPreferences: {
        ...pagePreferences(),
        session: page.session,
        preload: join(import.meta.dirname, '../preload/switcher.cjs'),
      },
    });
    // What is below stays visible.
    opened.setBackgroundColor('#00000000');
    view = opened;
    list = createSwitcherList(parts.places(), parts.shown());
    const { webContents } = opened;
    const fail = (error: unknown): void => {
      if (view !== opened) return;
      log.error({ err: error }, 'switcher not shown');
      close();
    };
    webContents.once('render-process-gone', (_event, { reason }) => fail(reason));
    webContents.loadURL(page.address).catch(fail);
    window.show();
    window.cover({ view: opened, contents: webContents, uncover: close });
  };
  return { toggle: () => (view ? close() : open()) };
};
