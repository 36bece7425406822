import { join } from 'node:path';
import { ipcMain, type WebContents, WebContentsView } from 'electron';
import {
  type StripRequest,
  type StripState,
  stripRequest,
  stripRequestChannel,
  stripStateChannel,
} from '#shared/contract/desktop-strip.ts';
import type { Logger } from '../platform/logger.ts';
import { serveAppPage } from './app-page.ts';
import { pagePreferences } from './page-preferences.ts';
import { stripPage } from './strip-page.ts';
import type { Language } from './texts.ts';
import { ground } from './views/console-page.ts';

/** The strip above the console: it names what is below it, where no console can draw. */
export interface Strip {
  readonly view: WebContentsView;
  readonly contents: WebContents;
  show(state: StripState): void;
}

export const createStrip = (
  language: Language,
  on: Record<Exclude<StripRequest, 'ready'>, () => void>,
  log: Logger,
): Strip => {
  const page = serveAppPage('strip', stripPage(language));
  const view = new WebContentsView({
    webPreferences: {
      ...pagePreferences(),
      session: page.session,
      preload: join(import.meta.dirname, '../preload/strip.cjs'),
    },
  });
  view.setBackgroundColor(ground());
  const contents = view.webContents;
  let state: StripState | undefined;
  let isReady = false;
  const send = (): void => {
    if (isReady && state) contents.send(stripStateChannel, state);
  };
  const load = (): void => {
    isReady = false;
    contents.loadURL(page.address).catch((error: unknown) => log.error({ err: error }, 'failed to load the strip'));
  };
  ipcMain.on(stripRequestChannel, (event, asked: unknown) => {
    const request = stripRequest.safeParse(asked);
    if (event.sender !== contents || !request.success) {
      log.warn('refused a message from a page other than the strip');
      return;
    }
    if (request.data !== 'ready') return on[request.data]();
    isReady = true;
    send();
  });
  contents.on('render-process-gone', (_event, { reason }) => {
    log.error({ reason }, 'strip crashed');
    load();
  });
  load();
  return {
    view,
    contents,
    show(next) {
      state = next;
      send();
    },
  };
};
