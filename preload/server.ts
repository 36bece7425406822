import { contextBridge, ipcRenderer } from 'electron';
import type { ServerBridge, ServerRequest } from '#shared/desktop-bridge.ts';
import { createListeners } from './listeners.ts';

/** Runs sandboxed, before a page of another server. The object below is all that such a page gets of Electron. */

const ask =
  <Name extends ServerRequest>(name: Name) =>
  (input?: unknown) =>
    ipcRenderer.invoke(`castellan-server:${name}`, input);

const bridge: ServerBridge = {
  loadSession: ask('loadSession'),
  saveSession: ask('saveSession'),
  clearSession: ask('clearSession'),
  skipKeyring: ask('skipKeyring'),
  chooseServer: ask('chooseServer'),
  notify: ask('notify'),
  ...createListeners(),
};

contextBridge.exposeInMainWorld('castellan', bridge);
