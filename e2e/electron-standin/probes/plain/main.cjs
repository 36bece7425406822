// CommonJS main, opened by file path; loadFile; several windows; quit objections; downloads etc.
const { app, BrowserWindow, ipcMain, dialog, protocol } = require('electron');
const path = require('node:path');
if (process.env.BOOM) throw new Error('boom at load');
protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
]);
globalThis.log = [];
for (const e of ['ready', 'before-quit', 'will-quit', 'window-all-closed', 'quit'])
  app.on(e, () => {
    log.push(e);
    if (process.env.LOGFILE) require('node:fs').appendFileSync(process.env.LOGFILE, `${e}\n`);
    if (e === 'window-all-closed') app.quit();
  });
ipcMain.handle('pick', async () => (await dialog.showOpenDialog({})).filePaths);
ipcMain.handle('echo', (_event, value) => value);
app.whenReady().then(() => {
  protocol.handle(
    'app',
    () =>
      new Response(
        '<title>from app</title><h1>scheme</h1><script>fetch("app://other/x").then(r=>r.text(),e=>String(e)).then(t=>document.title="abs:"+t)</script>',
        { headers: { 'content-type': 'text/html' } },
      ),
  );
  const win = new BrowserWindow({
    width: 640,
    height: 480,
    webPreferences: { preload: path.join(__dirname, 'preload.cjs') },
  });
  win.webContents.on('did-create-window', (_w, d) => log.push(`child ${d.url}`));
  win.on('close', (e) => {
    if (globalThis.refuse) {
      log.push('refused');
      e.preventDefault();
    }
  });
  win.webContents.send('early', 'before load');
  win.loadFile('index.html', { hash: 'top' });
  win.webContents.send('early', 'queued');
});
