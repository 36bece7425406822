import { app, type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import {
  type BridgeInput,
  type BridgeOutput,
  type BridgeRequest,
  bridgeRequestNames,
  bridgeRequests,
  desktopFacts,
  requestChannel,
} from '#shared/desktop-bridge.ts';
import type { Logger } from '../platform/logger.ts';
import type { Actions } from './actions.ts';
import { isConsoleAddress } from './addresses.logic.ts';
import type { Keyring } from './keyring.ts';
import type { SessionStore } from './session-store.ts';

export interface BridgeOptions {
  window: () => BrowserWindow | undefined;
  sessionStore: SessionStore;
  keyring: Pick<Keyring, 'stopWaiting'>;
  actions: Pick<Actions, 'setColorScheme'>;
  address: () => string | undefined;
  logFile: string;
  log: Logger;
}

type Handlers = { [Name in BridgeRequest]: (input: BridgeInput<Name>) => Promise<BridgeOutput<Name>> };

const handlersOf = ({ window, sessionStore, keyring, actions, address, logFile }: BridgeOptions): Handlers => ({
  loadSession: () => sessionStore.load(),
  saveSession: (text) => sessionStore.save(text),
  clearSession: () => sessionStore.clear(),
  skipKeyring: async () => keyring.stopWaiting(),
  setColorScheme: async (scheme) => actions.setColorScheme(scheme),
  async facts() {
    const own = window();
    if (!own) throw new Error('No window is open');
    return desktopFacts.parse({
      version: app.getVersion(),
      electron: process.versions.electron,
      chromium: process.versions.chrome,
      platform: process.platform,
      address: address() ?? null,
      logFile,
      keeping: await sessionStore.keeping(),
      window: { focused: own.isFocused(), maximized: own.isMaximized(), fullScreen: own.isFullScreen() },
    });
  },
});

/** Accepts only the console's own page, in the one window and not in a frame. */
const isOwnPage = ({ sender, senderFrame }: IpcMainInvokeEvent, window: BrowserWindow | undefined): boolean =>
  senderFrame !== null &&
  senderFrame.parent === null &&
  sender === window?.webContents &&
  isConsoleAddress(senderFrame.url);

/** Handles the page's calls to `window.castellan`. Checks each message's sender and argument first. */
export const serveBridge = (options: BridgeOptions): void => {
  const handlers = handlersOf(options);
  const answer = async (name: BridgeRequest, event: IpcMainInvokeEvent, input: unknown): Promise<unknown> => {
    if (!isOwnPage(event, options.window())) {
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
