import { contextBridge, ipcRenderer } from 'electron';
import type { BridgeRequest, DesktopBridge } from '#shared/desktop-bridge.ts';

/** Runs sandboxed, before the page: all that the page gets of Electron is the object below. */

const ask =
  <Name extends BridgeRequest>(name: Name) =>
  (input?: unknown) =>
    ipcRenderer.invoke(`castellan:${name}`, input);

/** Pages that were asked for before the console listened. */
const waiting: string[] = [];
let open = (address: string): void => {
  waiting.push(address);
};
ipcRenderer.on('castellan:open', (_event, address: string) => open(address));

const bridge: DesktopBridge = {
  loadSession: ask('loadSession'),
  saveSession: ask('saveSession'),
  clearSession: ask('clearSession'),
  setColorScheme: ask('setColorScheme'),
  notify: ask('notify'),
  openExternal: ask('openExternal'),
  saveFile: ask('saveFile'),
  openFile: ask('openFile'),
  facts: ask('facts'),
  onOpen: (listener) => {
    open = listener;
    for (const address of waiting.splice(0)) listener(address);
    return () => {
      open = (address) => waiting.push(address);
    };
  },
};

contextBridge.exposeInMainWorld('castellan', bridge);
