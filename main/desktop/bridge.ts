import { readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { app, type BrowserWindow, dialog, type IpcMainInvokeEvent, ipcMain } from 'electron';
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
import { isConsoleAddress } from './addresses.rules.ts';
import type { SessionKeeper } from './session-keeper.ts';
import type { Texts } from './texts.ts';

export interface BridgeParts {
  window: () => BrowserWindow | undefined;
  keeper: SessionKeeper;
  actions: Pick<Actions, 'setColorScheme' | 'notify' | 'openExternal'>;
  address: () => string | undefined;
  logFile: string;
  texts: Texts;
  log: Logger;
}

type Handlers = { [Name in BridgeRequest]: (input: BridgeInput<Name>) => Promise<BridgeOutput<Name>> };

const largestFile = 10_000_000;

const handlersOf = (parts: BridgeParts): Handlers => {
  const { window, keeper, actions, address, logFile, texts, log } = parts;
  const ownWindow = (): BrowserWindow => {
    const own = window();
    if (!own) throw new Error('There is no window');
    return own;
  };
  return {
    loadSession: () => keeper.load(),
    saveSession: (text) => keeper.save(text),
    clearSession: () => keeper.clear(),
    setColorScheme: async (scheme) => actions.setColorScheme(scheme),
    notify: async (notice) => actions.notify({ ...notice, page: '/' }),
    openExternal: actions.openExternal,
    async saveFile({ name, text }) {
      const defaultPath = join(app.getPath('downloads'), name);
      const { canceled, filePath } = await dialog.showSaveDialog(ownWindow(), { defaultPath });
      if (canceled || filePath === '') return 'cancelled';
      try {
        await writeFile(filePath, text, { mode: 0o600 });
        return 'saved';
      } catch (error) {
        log.warn({ err: error }, 'a file was not saved');
        dialog.showErrorBox(texts.saveFailed, (error as Error).message);
        return 'failed';
      }
    },
    async openFile({ extensions }) {
      const { canceled, filePaths } = await dialog.showOpenDialog(ownWindow(), {
        properties: ['openFile'],
        ...(extensions.length > 0 && { filters: [{ name: extensions.join(', '), extensions }] }),
      });
      const [path] = filePaths;
      if (canceled || path === undefined || (await stat(path)).size > largestFile) return null;
      return { name: basename(path), text: await readFile(path, 'utf8') };
    },
    async facts() {
      const own = ownWindow();
      return desktopFacts.parse({
        version: app.getVersion(),
        electron: process.versions.electron,
        chromium: process.versions.chrome,
        platform: process.platform,
        address: address() ?? null,
        logFile,
        keeping: await keeper.keeping(),
        window: { focused: own.isFocused(), maximized: own.isMaximized(), fullScreen: own.isFullScreen() },
      });
    },
  };
};

/** Only the page of the console itself, in the one window and in no frame of it. */
const isOwnPage = ({ sender, senderFrame }: IpcMainInvokeEvent, window: BrowserWindow | undefined): boolean =>
  senderFrame !== null &&
  senderFrame.parent === null &&
  sender === window?.webContents &&
  isConsoleAddress(senderFrame.url);

/** Answers what the page asks of `window.castellan`: each message's sender and argument are checked first. */
export const serveBridge = (parts: BridgeParts): void => {
  const handlers = handlersOf(parts);
  const answer = async (name: BridgeRequest, event: IpcMainInvokeEvent, input: unknown): Promise<unknown> => {
    if (!isOwnPage(event, parts.window())) {
      parts.log.warn({ request: name }, 'a message of a foreign page was refused');
      throw new Error('Refused');
    }
    const checked = bridgeRequests[name].input.safeParse(input);
    if (!checked.success) throw new Error(`${name}: the argument is not valid`);
    // The table ties each name to its argument; a lookup by a variable name loses the tie.
    return (handlers[name] as (input: unknown) => Promise<unknown>)(checked.data);
  };
  for (const name of bridgeRequestNames) {
    ipcMain.handle(requestChannel(name), (event, ...args: unknown[]) => {
      if (args.length > 1) throw new Error(`${name}: one argument at most`);
      return answer(name, event, args[0]);
    });
  }
};
