import { contextBridge, ipcRenderer } from 'electron';
import type { RemoteBridge, RemoteRequest } from '#shared/contract/desktop-bridge.ts';
import { createListeners } from './listeners.ts';

/** Runs sandboxed, before a page of another server. The object below is all that such a page gets of Electron. */

const ask =
  <Name extends RemoteRequest>(name: Name) =>
  (input?: unknown) =>
    ipcRenderer.invoke(`castellan-server:${name}`, input);

const bridge: RemoteBridge = {
  loadSession: ask('loadSession'),
  saveSession: ask('saveSession'),
  clearSession: ask('clearSession'),
  skipKeyring: ask('skipKeyring'),
  chooseServer: ask('chooseServer'),
  notify: ask('notify'),
  ...createListeners(),
};

contextBridge.exposeInMainWorld('castellan', bridge);
