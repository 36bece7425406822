import type { BaseWindow, Session, WebContents } from 'electron';
import type { Logger } from '../../platform/logger.ts';
import { pagePreferences } from '../page-preferences.ts';
import { createPageWindow } from '../page-window.ts';
import { ground, isReplaced } from '../views/console-page.ts';

/** A window in which the person signs in to a server elsewhere, such as at an identity provider. */
export interface SignOnWindow {
  readonly contents: WebContents;
  readonly closed: Promise<void>;
  close(): void;
}

export interface SignOnParts {
  /** That of the server: what the other pages store belongs to it. */
  session: Session;
  parent: BaseWindow | undefined;
  /** The server's console, which leads to the other pages. */
  address: string;
  /** Whether an address is a page of the server again. */
  isBack: (address: string) => boolean;
  /** The title of the window, by the host of its page. */
  title: (host: string) => string;
  /** The address of the app's page that tells why a page can't be loaded. */
  problemPage: (address: string, error: string) => string;
  onBack: () => void;
  /** Closes the window: the page that led to it is gone. */
  gone: AbortSignal;
  log: Logger;
}

const size = { width: 560, height: 720 } as const;

/** Opens the window. Its pages get nothing of the app, and no page can change the title, which names their host. */
export const openSignOn = (parts: SignOnParts): SignOnWindow => {
  const { parent, address, isBack, title, gone } = parts;
  const window = createPageWindow({
    ...size,
    ...(parent && { parent }),
    title: title(new URL(address).host),
    autoHideMenuBar: true,
    backgroundColor: ground(),
    webPreferences: { ...pagePreferences(), session: parts.session },
  });
  const contents = window.webContents;
  window.on('page-title-updated', (event) => event.preventDefault());
  const load = (target: string): void =>
    void contents.loadURL(target).catch((error: unknown) => parts.log.debug({ err: error }, 'page not loaded'));
  const isOfHost = (page: string): boolean => /^https?:/.test(page);
  contents.on('did-fail-load', (_event, code, error, failed, isMainFrame) => {
    if (!isMainFrame || isReplaced(code) || !isOfHost(failed)) return;
    setImmediate(() => {
      if (window.isDestroyed()) return;
      window.setTitle(title(new URL(failed).host));
      load(parts.problemPage(failed, error));
    });
  });
  contents.on('did-navigate', (_event, shown, status) => {
    // That of a page that tells a problem stays the one of the host that has it.
    if (!isOfHost(shown)) return;
    window.setTitle(title(new URL(shown).host));
    if (!isBack(shown) || status !== 200) return;
    parts.onBack();
    window.close();
  });
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const close = (): void => {
    if (!window.isDestroyed()) window.destroy();
  };
  window.once('closed', () => {
    gone.removeEventListener('abort', close);
    resolve();
  });
  gone.addEventListener('abort', close);
  load(address);
  return { contents, closed, close };
};
