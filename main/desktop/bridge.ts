import { app, type BaseWindow, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import {
  type BridgeInput,
  type BridgeOutput,
  type BridgeRequest,
  bridgeRequestNames,
  bridgeRequests,
  desktopFacts,
  requestChannel,
} from '#shared/contract/desktop-bridge.ts';
import type { Logger } from '../platform/logger.ts';
import type { Actions } from './actions.ts';
import { isConsoleAddress } from './addresses.logic.ts';
import type { Keyring } from './keyring.ts';
import type { OwnBackups } from './own-backups.ts';
import type { RemoteList } from './remotes/remote-list.ts';
import type { RemoteViews } from './remotes/remote-views.ts';
import type { SessionStore } from './session-store.ts';

export interface BridgeOptions {
  window: () => BaseWindow | undefined;
  /** The page of this computer's console. */
  contents: () => WebContents;
  sessionStore: SessionStore;
  keyring: Pick<Keyring, 'stopWaiting'>;
  actions: Pick<Actions, 'setColorScheme' | 'showRemote' | 'chooseServer'>;
  remotes: Pick<RemoteList, 'all' | 'add' | 'edit' | 'shift'>;
  backups: OwnBackups['requests'];
  removeRemote: (id: string) => Promise<void>;
  distrustRemote: (id: string) => Promise<void>;
  passwords: Pick<RemoteViews, 'keepsPasswords' | 'forgetPasswords'>;
  address: () => string | undefined;
  logFile: string;
  log: Logger;
}

type Handlers = { [Name in BridgeRequest]: (input: BridgeInput<Name>) => Promise<BridgeOutput<Name>> };

const handlersOf = (options: BridgeOptions): Handlers => ({
  loadSession: () => options.sessionStore.load(),
  saveSession: (text) => options.sessionStore.save(text),
  clearSession: () => options.sessionStore.clear(),
  skipKeyring: async () => options.keyring.stopWaiting(),
  setColorScheme: async (scheme) => options.actions.setColorScheme(scheme),
  ...options.backups,
  listRemotes: async () =>
    options.remotes.all().map((remote) => ({ ...remote, keepsPasswords: options.passwords.keepsPasswords(remote.id) })),
  async addRemote(typed) {
    const added = options.remotes.add(typed);
    if (typeof added === 'string') return added;
    options.actions.showRemote(added.id);
    return null;
  },
  editRemote: async (edited) => options.remotes.edit(edited),
  shiftRemote: async ({ id, by }) => options.remotes.shift(id, by),
  removeRemote: (id) => options.removeRemote(id),
  distrustRemote: (id) => options.distrustRemote(id),
  forgetPasswords: (id) => options.passwords.forgetPasswords(id),
  openRemote: async (id) => options.actions.showRemote(id),
  chooseServer: async () => options.actions.chooseServer(),
  async facts() {
    const own = options.window();
    if (!own) throw new Error('No window is open');
    return desktopFacts.parse({
      version: app.getVersion(),
      electron: process.versions.electron,
      chromium: process.versions.chrome,
      platform: process.platform,
      address: options.address() ?? null,
      logFile: options.logFile,
      signInStorage: await options.sessionStore.storage(),
      window: { focused: own.isFocused(), maximized: own.isMaximized(), fullScreen: own.isFullScreen() },
    });
  },
});

/** Accepts only the console's own page, and not in a frame. */
const isOwnPage = ({ sender, senderFrame }: IpcMainInvokeEvent, contents: WebContents): boolean =>
  senderFrame !== null && senderFrame.parent === null && sender === contents && isConsoleAddress(senderFrame.url);

/** Handles the page's calls to `window.castellan`. Checks each message's sender and argument first. */
export const serveBridge = (options: BridgeOptions): void => {
  const handlers = handlersOf(options);
  const answer = async (name: BridgeRequest, event: IpcMainInvokeEvent, input: unknown): Promise<unknown> => {
    if (!isOwnPage(event, options.contents())) {
      options.log.warn({ request: name }, 'refused a message from a page other than the console');
      throw new Error('Not allowed');
    }
    const checked = bridgeRequests[name].input.safeParse(input);
    if (!checked.success) throw new Error(`${name}: invalid argument`);
    // The table ties each name to its argument type; a lookup by a variable name loses that.
    return (handlers[name] as (input: unknown) => Promise<unknown>)(checked.data);
  };
  for (const name of bridgeRequestNames) {
    ipcMain.handle(requestChannel(name), (event, ...args: unknown[]) => {
      if (args.length > 1) throw new Error(`${name}: too many arguments`);
      return answer(name, event, args[0]);
    });
  }
};
