/** The smallest possible Electron app: the ceiling for the start of ours. */
import { app, BrowserWindow } from 'electron';

const page = '<!doctype html><title>bare</title><button id="go">Go</button>';

app.on('window-all-closed', () => app.quit());
// Not awaited: the app only becomes ready after this file has run.
app
  .whenReady()
  .then(() => new BrowserWindow({ width: 1280, height: 800 }).loadURL(`data:text/html,${encodeURIComponent(page)}`))
  .catch(() => app.exit(1));
