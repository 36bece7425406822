'use strict';
// Module 'electron': app.
const { EventEmitter } = require('node:events');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { PreventableEvent, VERSION, chromium, ctx, parts, record } = require('./shared.cjs');

let markReady;
const readyPromise = new Promise((f) => {
  markReady = f;
});
let name = 'Electron',
  version = VERSION,
  appPath = process.cwd();
const paths = {};
const switches = new Map();

class App extends EventEmitter {
  get name() {
    return name;
  }
  set name(n) {
    name = n;
  }
  get isPackaged() {
    return false;
  }
  get userAgentFallback() {
    return '';
  }
  commandLine = {
    appendSwitch: (k, v = '') => {
      switches.set(k, v);
      if (k === 'user-data-dir' && v) paths.userData = v;
    },
    appendArgument: () => {},
    hasSwitch: (k) => switches.has(k),
    getSwitchValue: (k) => switches.get(k) ?? '',
    removeSwitch: (k) => {
      switches.delete(k);
    },
  };
  dock = undefined;
  isReady() {
    return ctx.ready;
  }
  whenReady() {
    return readyPromise;
  }
  getName() {
    return name;
  }
  setName(n) {
    name = n;
  }
  getVersion() {
    return version;
  }
  setVersion(v) {
    version = v;
  }
  getAppPath() {
    return appPath;
  }
  setAppPath(p) {
    appPath = p;
  }
  getLocale() {
    return 'en-US';
  }
  getSystemLocale() {
    return 'en-US';
  }
  getPreferredSystemLanguages() {
    return ['en-US'];
  }
  getLocaleCountryCode() {
    return 'US';
  }
  getPath(k) {
    if (paths[k]) return paths[k];
    const home = os.homedir(),
      config = process.env.XDG_CONFIG_HOME || path.join(home, '.config');
    switch (k) {
      case 'home':
        return home;
      case 'appData':
        return config;
      case 'userData':
        return path.join(this.getPath('appData'), name);
      case 'sessionData':
        return this.getPath('userData');
      case 'logs':
        return path.join(this.getPath('userData'), 'logs');
      case 'crashDumps':
        return path.join(this.getPath('userData'), 'Crashpad');
      case 'temp':
        return os.tmpdir();
      case 'exe':
        return process.argv[0];
      case 'module':
        return process.argv[0];
      case 'desktop':
      case 'documents':
      case 'downloads':
      case 'music':
      case 'pictures':
      case 'videos':
        return path.join(home, k[0].toUpperCase() + k.slice(1));
      default:
        throw new Error(`Failed to get '${k}' path`);
    }
  }
  setPath(k, v) {
    if (!path.isAbsolute(v)) throw new Error('Path must be absolute');
    paths[k] = v;
  }
  setAppLogsPath(p) {
    paths.logs = p ?? path.join(this.getPath('userData'), 'logs');
  }
  setAppUserModelId(id) {
    record('app.setAppUserModelId', [id]);
  }
  setDesktopName(n) {
    record('app.setDesktopName', [n]);
  }
  setAsDefaultProtocolClient(...a) {
    record('app.setAsDefaultProtocolClient', a);
    return true;
  }
  setAboutPanelOptions(o) {
    record('app.setAboutPanelOptions', [o]);
  }
  setLoginItemSettings(o) {
    record('app.setLoginItemSettings', [o]);
  }
  getLoginItemSettings() {
    return { openAtLogin: false };
  }
  setBadgeCount(n) {
    record('app.setBadgeCount', [n]);
    return true;
  }
  enableSandbox() {
    record('app.enableSandbox', []);
  }
  disableHardwareAcceleration() {
    record('app.disableHardwareAcceleration', []);
  }
  focus() {
    record('app.focus', []);
  }
  show() {}
  hide() {}
  relaunch(o) {
    record('app.relaunch', [o]);
  }
  getAppMetrics() {
    return [];
  }
  getGPUFeatureStatus() {
    return {};
  }

  // --- single instance: an exclusive lock file plus a mailbox directory, because the call is synchronous
  requestSingleInstanceLock(additionalData = {}) {
    if (ctx.lock) return true;
    const dir = path.join(this.getPath('userData'), 'standin-instance');
    const lock = path.join(dir, 'lock');
    fs.mkdirSync(dir, { recursive: true });
    for (let tries = 0; tries < 2; tries++) {
      try {
        fs.writeFileSync(lock, String(process.pid), { flag: 'wx' });
        ctx.lock = lock;
        for (const f of fs.readdirSync(dir)) if (f.endsWith('.json')) fs.rmSync(path.join(dir, f), { force: true });
        ctx.mail = fs.watch(dir, (_, file) => {
          if (!file?.endsWith('.json')) return;
          let m;
          try {
            m = JSON.parse(fs.readFileSync(path.join(dir, file), 'utf8'));
            fs.rmSync(path.join(dir, file));
          } catch {
            return;
          }
          this.emit('second-instance', new PreventableEvent(), m.argv, m.cwd, m.data);
        });
        ctx.mail.unref();
        return true;
      } catch (e) {
        if (e.code !== 'EEXIST') throw e;
        const pid = Number(fs.readFileSync(lock, 'utf8'));
        let alive = true;
        try {
          process.kill(pid, 0);
        } catch {
          alive = false;
        }
        if (!alive) {
          fs.rmSync(lock, { force: true });
          continue;
        }
        const f = path.join(dir, `${process.pid}`);
        fs.writeFileSync(`${f}.tmp`, JSON.stringify({ argv: process.argv, cwd: process.cwd(), data: additionalData }));
        fs.renameSync(`${f}.tmp`, `${f}.json`);
        return false;
      }
    }
    return false;
  }
  hasSingleInstanceLock() {
    return Boolean(ctx.lock);
  }
  releaseSingleInstanceLock() {
    if (ctx.lock) {
      ctx.mail?.close();
      fs.rmSync(ctx.lock, { force: true });
      ctx.lock = null;
    }
  }

  quit() {
    if (!ctx.quitting && !ctx.exiting) setImmediate(quit);
  }
  exit(code = 0) {
    setImmediate(() => die(code));
  }
}
const app = new App();

async function quit() {
  if (ctx.quitting || ctx.exiting) return;
  ctx.quitting = true;
  const before = new PreventableEvent();
  app.emit('before-quit', before);
  if (before.defaultPrevented) {
    ctx.quitting = false;
    return;
  }
  for (const w of parts.BrowserWindow.getAllWindows()) {
    if (!(await w._close())) {
      ctx.quitting = false;
      return;
    }
  }
  const will = new PreventableEvent();
  app.emit('will-quit', will);
  if (will.defaultPrevented) {
    ctx.quitting = false;
    return;
  }
  await die(0);
}
async function die(code) {
  if (ctx.exiting) return;
  ctx.exiting = true;
  if (ctx.ready) app.emit('quit', new PreventableEvent(), code);
  app.releaseSingleInstanceLock();
  await chromium.close();
  process.exit(code);
}
/** What the app's package.json says of it. */
function setPackage(p) {
  if (p.version) version = p.version;
  name = p.productName || p.name || name;
}
parts.app = app;
module.exports = { app, die, markReady: () => markReady({}), setPackage, switches };
