import { join } from 'node:path';
import { type BaseWindow, type BrowserWindow, type IpcMainEvent, ipcMain } from 'electron';
import { type SignInAnswer, sentSignIn, signInChannel } from '#shared/contract/desktop-sign-in.ts';
import type { Logger } from '../platform/logger.ts';
import { oneAtATime } from '../platform/one-at-a-time.ts';
import { serveAppPage } from './app-page.ts';
import { pagePreferences } from './page-preferences.ts';
import { createPageWindow } from './page-window.ts';
import { type SignInQuestion, signInPage } from './sign-in-page.ts';
import type { Language } from './texts.ts';
import { ground } from './views/console-page.ts';

/** As high as the page, which long names make higher. */
const size = { width: 440, height: 380 } as const;
const mostHeight = 640;

/** Not at `ready-to-show`, which comes only after `show` on Wayland. */
const showFitting = async (dialog: BrowserWindow): Promise<void> => {
  const height: unknown = await dialog.webContents.executeJavaScript('document.documentElement.scrollHeight');
  if (dialog.isDestroyed()) return;
  dialog.setContentSize(size.width, Math.min(Number(height), mostHeight));
  dialog.show();
};

/** All dialogs have one address, and what two servers ask must not be taken for each other. */
const inTurn = oneAtATime();

/**
 * Asks for a user name and password in a dialog of the app, in front of the window, once no other such dialog is open.
 * @param gone closes the dialog
 * @returns undefined if nobody has answered
 */
export const askSignIn = (...asked: Parameters<typeof ask>): ReturnType<typeof ask> => inTurn(() => ask(...asked));

const ask = async (
  question: SignInQuestion,
  current: () => BaseWindow | undefined,
  language: Language,
  log: Logger,
  gone: AbortSignal | undefined,
): Promise<SignInAnswer | 'canceled' | undefined> => {
  if (gone?.aborted) return undefined;
  const page = serveAppPage('sign-in', signInPage(question, language));
  const parent = current();
  const dialog = createPageWindow({
    ...size,
    ...(parent && { parent, modal: true }),
    useContentSize: true,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: ground(),
    webPreferences: {
      ...pagePreferences(),
      session: page.session,
      preload: join(import.meta.dirname, '../preload/sign-in.cjs'),
    },
  });
  const { promise, resolve } = Promise.withResolvers<SignInAnswer | 'canceled' | undefined>();
  const end = (): void => resolve(undefined);
  /** No one can answer it, and the next one waits. */
  const fail = (error: unknown): void => {
    log.warn({ err: error }, 'sign-in dialog not shown');
    end();
  };
  dialog.webContents.once('did-finish-load', () => void showFitting(dialog).catch(fail));
  const receive = ({ sender }: IpcMainEvent, given: unknown): void => {
    const answer = sentSignIn.safeParse(given);
    if (sender === dialog.webContents && answer.success) resolve(answer.data ?? 'canceled');
    else log.warn('refused a message from a page other than the sign-in dialog');
  };
  ipcMain.on(signInChannel, receive);
  dialog.once('closed', () => resolve('canceled'));
  gone?.addEventListener('abort', end);
  try {
    dialog.loadURL(page.address).catch(fail);
    return await promise;
  } finally {
    gone?.removeEventListener('abort', end);
    ipcMain.off(signInChannel, receive);
    if (!dialog.isDestroyed()) dialog.destroy();
  }
};
