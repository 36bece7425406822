import { type AuthInfo, app, type Session, type WebContents } from 'electron';
import type { Credentials } from '#shared/contract/desktop-sign-in.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { isConsoleAddress } from './addresses.logic.ts';
import { openAddress } from './outside.ts';
import { createRefusalLog } from './refusals.ts';

export interface OutsideLinks {
  /** The address to open in the system's browser, or undefined if it is not allowed. */
  external: (address: string) => Promise<string | undefined>;
  /** Logs that an address isn't opened. */
  refused: (message: string) => void;
}

/** The only permission a page has: writing text to the clipboard, after a click. */
const permissions: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** Opens an allowed address in the system's browser. */
export const openOutside = async (address: string, { external, refused }: OutsideLinks): Promise<boolean> => {
  const allowed = await external(address);
  if (allowed === undefined) {
    refused('refused to open an address: not allowed');
    return false;
  }
  await openAddress(allowed);
  return true;
};

/** What a page may do beyond its own content. */
export interface PageScope {
  /** Whether the page may go to this address. Acts on links of the app's own pages. */
  mayGoTo: (address: string) => boolean;
  /** The page asks for another window. */
  openWindow: (address: string) => void;
  /** A proxy or a server wants to know a user name and password for an address. Without it, there are none. */
  signIn?: (asked: AuthInfo, address: string) => Promise<Credentials | undefined>;
}

const guardContents = (contents: WebContents, scopeOf: () => PageScope, refused: (message: string) => void): void => {
  contents.on('will-navigate', (event) => {
    if (scopeOf().mayGoTo(event.url)) return;
    event.preventDefault();
    refused('navigation refused');
  });
  contents.on('will-redirect', (event) => {
    if (!scopeOf().mayGoTo(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    scopeOf().openWindow(url);
    return { action: 'deny' };
  });
  // By default, Electron would give a page the first device that it finds.
  contents.on('select-bluetooth-device', (event, _devices, choose) => {
    event.preventDefault();
    choose('');
  });
};

/** What is no console goes nowhere, such as the strip above it. */
const noScope: PageScope = { mayGoTo: () => false, openWindow: () => {} };

/** Applies to every page this app ever shows, in any window. */
export const guardAllContents = (
  scopeOf: (contents: WebContents) => PageScope | undefined,
  clock: Clock,
  log: Logger,
): void => {
  app.on('web-contents-created', (_event, contents) =>
    guardContents(contents, () => scopeOf(contents) ?? noScope, createRefusalLog(log, clock)),
  );
  app.on('login', (event, contents, { url }, asked, answer) => {
    const signIn = contents && scopeOf(contents)?.signIn;
    if (!signIn) return;
    event.preventDefault();
    signIn(asked, url)
      .then((given) => (given ? answer(given.username, given.password) : answer()))
      .catch((error: unknown) => log.error({ err: error }, 'failed to ask for a password'));
  });
  // By default, Electron would identify this computer with its first certificate to any server that asks.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, choose) => {
    event.preventDefault();
    choose();
  });
};

/** Only one permission, no devices and no spelling service, for pages of this app's own choice. */
export const lockDownSession = (session: Session, isOwnPage: (address: string) => boolean): void => {
  session.setPermissionRequestHandler((contents, permission, answer) =>
    answer(permissions.has(permission) && isOwnPage(contents.getURL())),
  );
  session.setPermissionCheckHandler((_contents, permission) => permissions.has(permission));
  session.setDevicePermissionHandler(() => false);
  session.setSpellCheckerEnabled(false);
};

/** Locks down the session of this computer's console: also no network requests. */
export const guardSession = (session: Session, developing: boolean): void => {
  lockDownSession(session, isConsoleAddress);
  if (developing) return;
  // The page's policy says the same, but this also covers a page without one.
  const networks = ['http', 'https', 'ws', 'wss', 'ftp'].map((scheme) => `${scheme}://*/*`);
  session.webRequest.onBeforeRequest({ urls: networks }, (_details, answer) => answer({ cancel: true }));
};
