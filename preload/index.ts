import { contextBridge, ipcRenderer } from 'electron';
import type { BridgeRequest, DesktopBridge } from '#shared/desktop-bridge.ts';

/** Runs sandboxed, before the page. The object below is all the page gets of Electron. */

const ask =
  <Name extends BridgeRequest>(name: Name) =>
  (input?: unknown) =>
    ipcRenderer.invoke(`castellan:${name}`, input);

/** Pages requested before the console listened. */
const waiting: string[] = [];
let open = (address: string): void => {
  waiting.push(address);
};
ipcRenderer.on('castellan:open', (_event, address: string) => open(address));

/** Whether the find bar was requested before the page had one. */
let isFindWanted = false;
const wantFind = (): void => {
  isFindWanted = true;
};
let find = wantFind;
ipcRenderer.on('castellan:find', () => find());

const bridge: DesktopBridge = {
  loadSession: ask('loadSession'),
  saveSession: ask('saveSession'),
  clearSession: ask('clearSession'),
  skipKeyring: ask('skipKeyring'),
  setColorScheme: ask('setColorScheme'),
  facts: ask('facts'),
  onOpen: (listener) => {
    open = listener;
    for (const address of waiting.splice(0)) listener(address);
    return () => {
      open = (address) => waiting.push(address);
    };
  },
  onFind: (listener) => {
    find = listener;
    if (isFindWanted) listener();
    isFindWanted = false;
    return () => {
      find = wantFind;
    };
  },
};

contextBridge.exposeInMainWorld('castellan', bridge);
