/** The least that an Electron app can be: the ceiling for the start of ours. */
import { app, BrowserWindow } from 'electron';

const page = '<!doctype html><title>bare</title><button id="go">Go</button>';

await app.whenReady();
app.on('window-all-closed', () => app.quit());
await new BrowserWindow({ width: 1280, height: 800 }).loadURL(`data:text/html,${encodeURIComponent(page)}`);
