import { contextBridge, ipcRenderer } from 'electron';
import type { BridgeRequest, DesktopBridge } from '#shared/contract/desktop-bridge.ts';
import { createListeners } from './listeners.ts';

/** Runs sandboxed, before the page. The object below is all the page gets of Electron. */

const ask =
  <Name extends BridgeRequest>(name: Name) =>
  (input?: unknown) =>
    ipcRenderer.invoke(`castellan:${name}`, input);

const bridge: DesktopBridge = {
  loadSession: ask('loadSession'),
  saveSession: ask('saveSession'),
  clearSession: ask('clearSession'),
  skipKeyring: ask('skipKeyring'),
  setColorScheme: ask('setColorScheme'),
  facts: ask('facts'),
  chosenBackups: ask('chosenBackups'),
  chooseBackups: ask('chooseBackups'),
  stopBackups: ask('stopBackups'),
  listRemotes: ask('listRemotes'),
  addRemote: ask('addRemote'),
  editRemote: ask('editRemote'),
  shiftRemote: ask('shiftRemote'),
  removeRemote: ask('removeRemote'),
  distrustRemote: ask('distrustRemote'),
  forgetPasswords: ask('forgetPasswords'),
  openRemote: ask('openRemote'),
  chooseServer: ask('chooseServer'),
  ...createListeners(),
};

contextBridge.exposeInMainWorld('castellan', bridge);
