import { setImmediate } from 'node:timers/promises';
import { nativeTheme, type View, type WebContents, WebContentsView, type WebPreferences } from 'electron';
import { second } from '#shared/rules/limits.ts';
import type { Logger } from '../../platform/logger.ts';
import { watchContextMenu } from '../context-menu.ts';
import { keepOwnKeys } from '../own-keys.ts';
import { pagePreferences } from '../page-preferences.ts';
import type { Texts } from '../texts.ts';
import type { Page, PageEvents } from './page.ts';

/** A page in Electron. */
export interface ConsolePage extends Page {
  readonly view: View;
  readonly contents: WebContents;
}

/** The console's background color, so that nothing flashes before the first paint. */
export const ground = (): string => (nativeTheme.shouldUseDarkColors ? '#141a1d' : '#f5f8f8');

/** A page that hasn't answered after this time hangs. */
const answerLimitMs = 3 * second;

/** Whether an error only says that another page was requested in the meantime. */
export const isReplaced = (code: number): boolean => code === -3;

/** Resolves after the event that may be on the stack: Chromium may crash if a page's own event starts a navigation. */
const afterEvent = (): Promise<void> => setImmediate();

/** Creates a page in a view of its own, which no window shows yet. */
export const createConsolePage = (
  preferences: WebPreferences,
  { log, ...menu }: { texts: Texts; reload: () => void; print: (contents: WebContents) => void; log: Logger },
  events: PageEvents,
): ConsolePage => {
  const view = new WebContentsView({ webPreferences: { ...pagePreferences(), ...preferences } });
  view.setBackgroundColor(ground());
  const contents = view.webContents;
  // A console makes no sound. A page could, also while it isn't shown, and no one would know which.
  contents.setAudioMuted(true);
  watchContextMenu(contents, { ...menu, print: () => menu.print(contents) }, log);
  keepOwnKeys(contents);
  contents.on('did-navigate', (_event, address) => events.navigated(address));
  contents.on('did-fail-load', (_event, code, description, _address, isMainFrame) => {
    if (isMainFrame && !isReplaced(code)) events.failed(description);
  });
  contents.on('render-process-gone', (_event, { reason }) => events.crashed(reason));
  contents.on('unresponsive', () => events.hung());
  contents.on('responsive', () => events.recovered());
  contents.on('destroyed', () => events.destroyed());
  // A page can't keep the person from leaving it.
  contents.on('will-prevent-unload', (event) => event.preventDefault());
  return {
    view,
    contents,
    async load(address) {
      await afterEvent();
      await contents.loadURL(address);
    },
    async reload() {
      await afterEvent();
      contents.reload();
    },
    responds: async () => {
      const limit = new Promise<false>((resolve) => {
        setTimeout(() => resolve(false), answerLimitMs).unref();
      });
      // A page that refuses to run it, or is gone, answers too.
      const answer = contents.mainFrame.executeJavaScript('0').then(
        () => true,
        () => true,
      );
      return Promise.race([answer, limit]);
    },
    kill: () => contents.forcefullyCrashRenderer(),
    close: () => contents.close(),
  };
};
