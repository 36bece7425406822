import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import {
  type RemoteBridge,
  type RemoteRequest,
  remoteChannel,
  remoteRequestNames,
  remoteRequests,
} from '#shared/contract/desktop-bridge.ts';
import type { Logger } from '../../platform/logger.ts';
import { isRemotePage } from './remote-address.logic.ts';
import type { OpenRemote, RemoteViews } from './remote-views.ts';

export interface RemoteBridgeParts {
  views: Pick<RemoteViews, 'of' | 'showPage' | 'shown'>;
  chooseServer: () => void;
  showWindow: () => void;
  notify: (server: string, notification: { title: string; body: string }, open: () => void) => void;
  log: Logger;
}

type Handlers = Pick<RemoteBridge, RemoteRequest>;

const handlersOf = (
  opened: OpenRemote,
  skips: WeakMap<OpenRemote, () => void>,
  { views, chooseServer, showWindow, notify, log }: RemoteBridgeParts,
): Handlers => ({
  // Not `Keyring.stopWaiting`, which would also concern this computer and other servers.
  loadSession: () =>
    Promise.race([opened.store.load(), new Promise<null>((resolve) => skips.set(opened, () => resolve(null)))]),
  skipKeyring: async () => skips.get(opened)?.(),
  saveSession: (text) => opened.store.save(text),
  clearSession: () => opened.store.clear(),
  async chooseServer() {
    // Not the gate of prompts: what the page has opened holds it until the person has answered.
    if (views.shown() === opened && opened.switches.use()) chooseServer();
  },
  async notify({ title, body, page }) {
    const { id, name } = opened.remote();
    if (!opened.notices.use()) {
      log.warn({ remote: id }, 'refused a notification: too many');
      return;
    }
    // The name comes first: nothing that a server writes can push it away.
    notify(id, { title: `${name}: ${title}`, body }, () => {
      showWindow();
      views.showPage(id, page);
    });
  },
});

/** Handles calls of servers' pages to `window.castellan`. Each page reaches only what is its own server's. */
export const serveRemotes = (parts: RemoteBridgeParts): void => {
  const { views, log } = parts;
  const skips = new WeakMap<OpenRemote, () => void>();
  const stopped = new WeakSet<WebContents>();

  const senderOf = ({ sender, senderFrame }: IpcMainInvokeEvent): OpenRemote | undefined => {
    const opened = views.of(sender);
    const isItsPage =
      opened !== undefined &&
      senderFrame !== null &&
      senderFrame.parent === null &&
      isRemotePage(opened.remote().address, senderFrame.url);
    return isItsPage ? opened : undefined;
  };
  /** Each call takes time from the app and the other consoles, also one that is refused. */
  const stopFlood = (sender: WebContents): void => {
    const opened = views.of(sender);
    if (!opened || opened.calls.use()) return;
    // Calls that were on their way still arrive.
    if (!stopped.has(sender)) {
      stopped.add(sender);
      // Another process has the page then, and may begin again.
      sender.once('did-navigate', () => stopped.delete(sender));
      log.error({ remote: opened.remote().id }, 'a page calls the app without end');
      opened.view.life.page().kill();
    }
    throw new Error('Not allowed');
  };
  const answer = async (name: RemoteRequest, event: IpcMainInvokeEvent, input: unknown): Promise<unknown> => {
    const opened = senderOf(event);
    if (!opened) {
      log.warn({ request: name }, 'refused a message from a page other than the console of a server');
      throw new Error('Not allowed');
    }
    const checked = remoteRequests[name].input.safeParse(input);
    if (!checked.success) throw new Error(`${name}: invalid argument`);
    // The table ties each name to its argument type; a lookup by a variable name loses that.
    return (handlersOf(opened, skips, parts)[name] as (input: unknown) => Promise<unknown>)(checked.data);
  };
  for (const name of remoteRequestNames) {
    ipcMain.handle(remoteChannel(name), (event, ...args: unknown[]) => {
      stopFlood(event.sender);
      if (args.length > 1) throw new Error(`${name}: too many arguments`);
      return answer(name, event, args[0]);
    });
  }
};
