import { app, type Session, type WebContents } from 'electron';
import type { Logger } from '../platform/logger.ts';
import { isConsoleAddress } from './addresses.logic.ts';
import { openAddress } from './outside.ts';

export interface Guards {
  /** The address to open in the system's browser, or undefined if it is not allowed. */
  external: (address: string) => Promise<string | undefined>;
  log: Logger;
}

/** The only permission a page has: writing text to the clipboard, after a click. */
const permissions: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** Opens an allowed address in the system's browser. */
export const openOutside = async (address: string, { external, log }: Guards): Promise<boolean> => {
  const allowed = await external(address);
  if (allowed === undefined) {
    log.warn('refused to open an address: not allowed');
    return false;
  }
  await openAddress(allowed);
  return true;
};

const guardContents = (contents: WebContents, guards: Guards): void => {
  const { log } = guards;
  contents.on('will-navigate', (event) => {
    if (isConsoleAddress(event.url)) return;
    event.preventDefault();
    log.warn('navigation refused');
  });
  contents.on('will-redirect', (event) => {
    if (!isConsoleAddress(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url, guards).catch((error: unknown) => log.error({ err: error }, 'failed to open an address'));
    return { action: 'deny' };
  });
};

/** Applies to every page this app ever shows, in any window. */
export const guardAllContents = (guards: Guards): void => {
  app.on('web-contents-created', (_event, contents) => guardContents(contents, guards));
};

/** Locks down the window's session: only one permission, no devices and no network requests. */
export const guardSession = (session: Session, developing: boolean): void => {
  session.setPermissionRequestHandler((contents, permission, answer) =>
    answer(permissions.has(permission) && isConsoleAddress(contents.getURL())),
  );
  session.setPermissionCheckHandler((_contents, permission) => permissions.has(permission));
  session.setDevicePermissionHandler(() => false);
  session.setSpellCheckerEnabled(false);
  if (developing) return;
  // The page's policy says the same, but this also covers a page without one.
  const networks = ['http', 'https', 'ws', 'wss', 'ftp'].map((scheme) => `${scheme}://*/*`);
  session.webRequest.onBeforeRequest({ urls: networks }, (_details, answer) => answer({ cancel: true }));
};
