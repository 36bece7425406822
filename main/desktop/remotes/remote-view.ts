import { join } from 'node:path';
import { type WebContents, WebContentsView } from 'electron';
import { openChannel, type RemoteServer } from '#shared/contract/desktop-bridge.ts';
import { minute } from '#shared/rules/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { watchContextMenu } from '../context-menu.ts';
import type { PageScope } from '../hardening.ts';
import { openAddress } from '../outside.ts';
import { pagePreferences } from '../page-preferences.ts';
import { type Language, textsIn } from '../texts.ts';
import { createAllowance } from './allowance.logic.ts';
import { isRemotePage, remoteTitle, webAddress } from './remote-address.logic.ts';
import { isTransient, type RemoteProblem } from './remote-problem.logic.ts';
import { remoteProblemPage, remotesAddress } from './remote-problem-page.ts';
import { openRemoteSession } from './remote-session.ts';

export interface RemoteViewParts {
  /** As saved: its name may change. */
  remote: () => RemoteServer;
  language: Language;
  /** Asks the person a question. */
  ask: (message: string, detail: string, buttons: string[]) => Promise<boolean>;
  showRemotes: () => void;
  /** Whether the person sees this server's page. */
  isShown: () => boolean;
  clock: Clock;
  log: Logger;
}

/** The console of another server, in its own page. */
export interface RemoteView {
  readonly view: WebContentsView;
  readonly contents: WebContents;
  readonly scope: PageScope;
  /** Loads the console, or a page that says why it can't be shown. */
  connect(): void;
  /** Shows a page of the console, such as `/dashboard/sessions`. */
  open(page: string): void;
  reload(): void;
  close(): void;
  /** Deletes everything that Chromium has stored of the server. */
  erase(): Promise<void>;
}

/** How often a server may open the system's browser, or ask to. */
const opensPerMinute = 5;

export const createRemoteView = (parts: RemoteViewParts): RemoteView => {
  const { remote, language, clock, log } = parts;
  const { address, id } = remote();
  const texts = textsIn(language);
  const own = openRemoteSession(remote());
  const view = new WebContentsView({
    webPreferences: {
      ...pagePreferences(),
      session: own.session,
      preload: join(import.meta.dirname, '../preload/remote.cjs'),
      // Its dialogs would block the whole window.
      disableDialogs: true,
      // Its news arrive while another server is shown.
      backgroundThrottling: false,
    },
  });
  const contents = view.webContents;
  // A page could look for devices in the local network with it.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  watchContextMenu(contents, texts);

  let problem: RemoteProblem | undefined;
  /** The problem that the page shows. */
  let shownProblem: string | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isConnecting = false;
  let isClosed = false;

  const load = async (url: string): Promise<void> => {
    // Failures also arrive as `did-fail-load`.
    await contents.loadURL(url).catch((error: unknown) => log.debug({ err: error, remote: id }, 'page not loaded'));
  };
  const showProblem = (found: RemoteProblem): void => {
    clearTimeout(retry);
    if (isClosed) return;
    if (isTransient(found)) {
      retry = setTimeout(connect, minute);
      retry.unref();
    }
    problem = found;
    const text = JSON.stringify(found);
    if (text === shownProblem) return;
    shownProblem = text;
    log.warn({ remote: id, problem: found }, 'server not shown');
    void load(remoteProblemPage(remote(), found, language));
  };
  const attempt = async (): Promise<void> => {
    const found = await own.check();
    if (isClosed) return;
    if (found) return showProblem(found);
    problem = undefined;
    shownProblem = undefined;
    clearTimeout(retry);
    await load(address);
  };
  const connect = (): void => {
    if (isConnecting) return;
    isConnecting = true;
    attempt()
      .catch((error: unknown) => log.error({ err: error, remote: id }, 'failed to connect to a server'))
      .finally(() => {
        isConnecting = false;
      });
  };
  /** Someone asks for it, and sees an answer even if nothing has changed. */
  const tryAgain = (): void => {
    shownProblem = undefined;
    connect();
  };
  contents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    const isReplaced = description === 'ERR_ABORTED' || code === -3;
    if (isMainFrame && !isReplaced) showProblem(own.problemOf(description));
  });
  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit') showProblem({ kind: 'crashed' });
  });

  const opens = createAllowance(opensPerMinute, minute, clock.now);
  let isAsking = false;
  /** The server's own pages open at once. Before any other, the person sees where it leads. */
  const openOutside = async (url: string): Promise<void> => {
    const isOwn = isRemotePage(address, url);
    const target = isOwn ? new URL(url) : webAddress(url);
    if (target === undefined || !parts.isShown() || isAsking || !opens.use()) {
      log.warn({ remote: id }, 'refused to open an address: not allowed');
      return;
    }
    if (!isOwn) {
      isAsking = true;
      const agreed = await parts
        .ask(texts.opensPage(remoteTitle(remote()), target.host), target.href.slice(0, 300), [
          texts.openInBrowser,
          texts.cancel,
        ])
        .finally(() => {
          isAsking = false;
        });
      if (!agreed) return;
    }
    await openAddress(target.href);
  };

  return {
    view,
    contents,
    scope: {
      mayGoTo(url) {
        if (problem === undefined) return isRemotePage(address, url);
        // The links of the page above.
        if (url === remotesAddress) parts.showRemotes();
        else if (isRemotePage(address, url)) tryAgain();
        return false;
      },
      openWindow: (url) =>
        void openOutside(url).catch((error: unknown) => log.error({ err: error }, 'failed to open an address')),
    },
    connect,
    open(page) {
      if (problem !== undefined || contents.isLoadingMainFrame()) return;
      contents.send(openChannel, page);
    },
    reload() {
      if (problem === undefined) contents.reload();
      else tryAgain();
    },
    close() {
      isClosed = true;
      clearTimeout(retry);
      contents.close();
    },
    erase: own.erase,
  };
};
