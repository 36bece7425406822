'use strict';
// Puts the module 'electron' (main process side) together.
const fs = require('node:fs');
const path = require('node:path');
const { Readable } = require('node:stream');
const { app, die, markReady, setPackage, switches } = require('./app.cjs');
const { BrowserWindow } = require('./browser-window.cjs');
const { ipcMain } = require('./ipc-main.cjs');
const { Menu, MenuItem, Notification, Tray, clipboardText, image, safeStorage } = require('./recorders.cjs');
const { startRelay } = require('./relay.cjs');
const scheme = require('./scheme.cjs');
const { protocol, session } = require('./session.cjs');
const { VERSION, calls, chromium, ctx, recorder, strict } = require('./shared.cjs');
const { WebContents } = require('./web-contents.cjs');

const electron = {
  app,
  BrowserWindow,
  WebContents,
  webContents: WebContents,
  ipcMain,
  session,
  protocol,
  Menu,
  MenuItem,
  Tray,
  Notification,
  safeStorage,
  shell: recorder('shell', {
    openExternal: async () => {},
    openPath: async () => '',
    showItemInFolder: undefined,
    beep: undefined,
    trashItem: async () => {},
  }),
  dialog: recorder('dialog', {
    showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
    showSaveDialog: async () => ({ canceled: true, filePath: '' }),
    showMessageBox: async () => ({ response: 0, checkboxChecked: false }),
    showMessageBoxSync: 0,
    showOpenDialogSync: undefined,
    showSaveDialogSync: undefined,
    showErrorBox: undefined,
    showCertificateTrustDialog: async () => {},
  }),
  nativeTheme: recorder(
    'nativeTheme',
    {},
    {
      themeSource: 'system',
      shouldUseDarkColors: false,
      shouldUseHighContrastColors: false,
      shouldUseInvertedColorScheme: false,
      inForcedColorsMode: false,
      prefersReducedTransparency: false,
    },
  ),
  nativeImage: strict('nativeImage', {
    createEmpty: () => image(),
    createFromPath: () => image(),
    createFromBuffer: (b) => image(b),
    createFromDataURL: () => image(),
  }),
  clipboard: recorder('clipboard', {
    writeText: (t) => {
      clipboardText.write(t);
    },
    readText: () => clipboardText.read(),
    clear: () => {
      clipboardText.write('');
    },
  }),
  screen: recorder('screen', {
    getPrimaryDisplay: () => ({
      id: 1,
      scaleFactor: 1,
      bounds: { x: 0, y: 0, width: 1280, height: 800 },
      workArea: { x: 0, y: 0, width: 1280, height: 800 },
      workAreaSize: { width: 1280, height: 800 },
      size: { width: 1280, height: 800 },
    }),
    getAllDisplays: () => [electron.screen.getPrimaryDisplay()],
    getCursorScreenPoint: () => ({ x: 0, y: 0 }),
    getDisplayMatching: () => electron.screen.getPrimaryDisplay(),
    getDisplayNearestPoint: () => electron.screen.getPrimaryDisplay(),
  }),
  globalShortcut: recorder('globalShortcut', {
    register: true,
    unregister: undefined,
    unregisterAll: undefined,
    isRegistered: false,
  }),
  powerMonitor: recorder('powerMonitor', { getSystemIdleTime: 0, isOnBatteryPower: false }),
  powerSaveBlocker: recorder('powerSaveBlocker', { start: 1, stop: true, isStarted: false }),
  crashReporter: recorder('crashReporter', { start: undefined }),
  autoUpdater: recorder('autoUpdater', {
    setFeedURL: undefined,
    checkForUpdates: undefined,
    quitAndInstall: undefined,
  }),
  net: strict('net', {
    fetch: (u, o) => (String(u?.url ?? u).startsWith('file:') ? fetchFile(String(u?.url ?? u)) : fetch(u, o)),
    isOnline: () => true,
    online: true,
  }),
};
Object.defineProperty(electron, '__standin', { value: { calls }, enumerable: false });
async function fetchFile(u) {
  const { fileURLToPath } = require('node:url');
  const f = fileURLToPath(u);
  const type =
    {
      '.html': 'text/html',
      '.js': 'text/javascript',
      '.mjs': 'text/javascript',
      '.css': 'text/css',
      '.json': 'application/json',
      '.svg': 'image/svg+xml',
      '.png': 'image/png',
      '.woff2': 'font/woff2',
      '.wasm': 'application/wasm',
    }[path.extname(f)] ?? 'application/octet-stream';
  if (!fs.statSync(f, { throwIfNoEntry: false })?.isFile()) throw new Error('net::ERR_FILE_NOT_FOUND');
  return new Response(Readable.toWeb(fs.createReadStream(f)), { headers: { 'content-type': type } });
}

// ---------------------------------------------------------------- lifecycle, for boot.cjs
const internals = {
  applySwitches(list) {
    for (const s of list) {
      const m = /^--([^=]+)=?(.*)$/.exec(s);
      if (m) app.commandLine.appendSwitch(m[1], m[2]);
    }
  },
  setPackage,
  setAppPath: (p) => app.setAppPath(p),
  async prepare() {
    ctx.server = await scheme.start();
  },
  async becomeReady() {
    const relay = process.env.STANDIN_RELAY !== '0' && switches.has('remote-debugging-port');
    const profile = path.join(app.getPath('sessionData'), 'standin-chromium');
    fs.mkdirSync(profile, { recursive: true });
    const skip = new Set(['user-data-dir', 'remote-debugging-port', 'inspect', 'inspect-brk']);
    const flags = [...switches].filter(([k]) => !skip.has(k)).map(([k, v]) => (v ? `--${k}=${v}` : `--${k}`));
    await chromium.launch({
      profile,
      switches: flags,
      mapRules: ctx.server.mapRules,
      spki: ctx.server.spki,
      exposePort: !relay && switches.has('remote-debugging-port'),
    });
    if (relay) await startRelay(chromium);
    Object.defineProperty(process.versions, 'chrome', { value: chromium.version, enumerable: true });
    ctx.ready = true;
    app.emit('will-finish-launching');
    app.emit('ready', {}, {});
    markReady();
  },
  die,
};
module.exports = { electron, internals, VERSION, chromium, scheme };
