import { app, type WebPreferences } from 'electron';

/** What every page of this app has in common: a sandbox, and nothing of Node. */
export const pagePreferences = (): WebPreferences => ({
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  // Its dialogs would block the whole window.
  disableDialogs: true,
  spellcheck: false,
  devTools: !app.isPackaged,
});
