'use strict';
// Module 'electron': webContents.
const { EventEmitter } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { makeCodec } = require('./codec.cjs');
const { IpcMain } = require('./ipc-main.cjs');
const { pageEvents, OWN_WORLD, WORLD } = require('./page-events.cjs');
const { mainSource, isolatedSource } = require('./page-runtime.cjs');
const scheme = require('./scheme.cjs');
const { defaultSession } = require('./session.cjs');
const { PreventableEvent, chromium, contents, ctx, originOf, parts, record, strict } = require('./shared.cjs');

const { encode } = makeCodec();
class WebContents extends EventEmitter {
  constructor(win, options) {
    super();
    this.id = ctx.nextId++;
    this.session = defaultSession;
    this._win = win;
    this._prefs = options.webPreferences ?? {};
    this._size = options;
    this._url = '';
    this._title = '';
    this._loading = false;
    this._destroyed = false;
    this.ipc = new IpcMain();
    this.navigationHistory = strict('navigationHistory', {
      canGoBack: () => false,
      canGoForward: () => false,
      goBack: () => this.executeJavaScript('history.back()'),
      goForward: () => this.executeJavaScript('history.forward()'),
      clear: () => {},
    });
    contents.set(this.id, this);
    if (this._prefs.contextIsolation === false || this._prefs.nodeIntegration)
      console.error('electron-standin: contextIsolation: false and nodeIntegration: true are not supported');
  }
  get mainFrame() {
    const url = this._url;
    return {
      url,
      origin: originOf(url),
      routingId: 1,
      processId: 1,
      frameTreeNodeId: this.id,
      parent: null,
      send: (...a) => this.send(...a),
      executeJavaScript: (c) => this.executeJavaScript(c),
    };
  }
  _cdp(method, params) {
    return chromium.send(method, params, this._session);
  }

  /** Creates the Chromium target, paused, with everything installed before its first navigation. */
  async _create(webUrl) {
    const turn = ctx.creating;
    let done;
    ctx.creating = new Promise((f) => {
      done = f;
    });
    await turn;
    try {
      const attached = new Promise((f) => {
        ctx.expected = f;
      });
      const created = chromium.send('Target.createTarget', {
        url: webUrl,
        width: this._size.width ?? 800,
        height: this._size.height ?? 600,
        newWindow: true,
      });
      const { sessionId, targetInfo } = await Promise.race([attached, created.then(() => attached)]);
      this._session = sessionId;
      this._targetId = targetInfo.targetId;
      chromium.sessions.set(sessionId, (m, p) => {
        if (!this._destroyed) this[`_on_${m}`]?.(p);
      });
      this._cdp('Page.enable');
      this._cdp('Page.setLifecycleEventsEnabled', { enabled: true });
      this._cdp('Runtime.enable');
      this._cdp('Inspector.enable');
      this._cdp('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] });
      // document.title, from a world of our own (Target.targetInfoChanged does not come for title changes)
      this._cdp('Runtime.addBinding', { name: '__electronStandinTitle', executionContextName: OWN_WORLD });
      this._cdp('Page.addScriptToEvaluateOnNewDocument', {
        worldName: OWN_WORLD,
        source: `if (window === window.top) { let t; const f = () => { if (document.title !== t) __electronStandinTitle(t = document.title); };
        new MutationObserver(f).observe(document, { subtree: true, childList: true, characterData: true }); }`,
      });
      if (this._prefs.preload) {
        this._cdp('Runtime.addBinding', { name: '__electronStandinPost', executionContextName: WORLD });
        this._cdp('Page.addScriptToEvaluateOnNewDocument', { source: mainSource });
        let src;
        try {
          src = fs.readFileSync(this._prefs.preload, 'utf8');
        } catch (error) {
          setImmediate(() => this.emit('preload-error', {}, this._prefs.preload, error));
          console.error(`Unable to load preload script: ${this._prefs.preload}\n${error}`);
        }
        if (src !== undefined) {
          const info = {
            preloadPath: this._prefs.preload,
            process: {
              platform: process.platform,
              arch: process.arch,
              versions: { ...process.versions, chrome: chromium.version },
              env: {},
              argv: [process.argv[0], ...(this._prefs.additionalArguments ?? [])],
              pid: process.pid,
              resourcesPath: process.resourcesPath,
            },
          };
          this._cdp('Page.addScriptToEvaluateOnNewDocument', { source: isolatedSource(info, src), worldName: WORLD });
        }
      }
      await this._cdp('Runtime.runIfWaitingForDebugger');
      await created;
    } finally {
      ctx.expected = null;
      done();
    }
  }

  async loadURL(url) {
    if (!ctx.ready) throw new Error('app is not ready');
    const s = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
    if (!s) throw new Error(`ERR_INVALID_URL (-300) loading '${url}'`);
    if (scheme.handlers.has(s)) {
      const p = scheme.privileged.get(s);
      if (!p?.standard || !p?.secure || !p?.supportFetchAPI)
        throw new Error(
          `electron-standin: register scheme '${s}' as standard, secure and supportFetchAPI; without that its pages have no origin or no fetch() in Electron, which cannot be shown here`,
        );
    }
    const webUrl = scheme.toWeb(url);
    const finished = new Promise((ok, no) => {
      this._finish?.no?.(new Error('ERR_ABORTED (-3)'));
      this._finish = { ok, no, url };
    });
    finished.catch(() => {});
    this._expectNav = webUrl;
    this._loading = true;
    if (s === 'http' || s === 'https' || webUrl !== url)
      await defaultSession._applyPermissions(this, originOf(url), new URL(webUrl).origin);
    if (this._destroyed) throw new Error('ERR_FAILED (-2)');
    if (!this._targetId) await this._create(webUrl);
    else {
      const r = await this._cdp('Page.navigate', { url: webUrl });
      if (r.errorText) this._fail(r.errorText);
      else if (!r.loaderId) this._succeed(); // same document
    }
    return finished;
  }
  loadFile(file, { query, search, hash } = {}) {
    const u = pathToFileURL(path.isAbsolute(file) ? file : path.join(parts.app.getAppPath(), file));
    if (query) u.search = new URLSearchParams(query);
    if (search) u.search = search;
    if (hash) u.hash = hash;
    return this.loadURL(u.href);
  }
  _succeed() {
    this._loading = false;
    const f = this._finish;
    this._finish = null;
    f?.ok();
  }
  _fail(text, code = -2) {
    this._loading = false;
    const f = this._finish;
    this._finish = null;
    const err = text.replace('net::', '');
    this.emit('did-fail-load', {}, code, err, f?.url ?? this._url, true);
    f?.no(Object.assign(new Error(`${err} (${code}) loading '${f.url}'`), { code: err, errno: code, url: f.url }));
  }
  _deliver(m, contextId = this._isolated) {
    if (!contextId) return;
    this._cdp('Runtime.evaluate', { expression: `__electronStandinRecv(${JSON.stringify(m)})`, contextId });
  }

  _setTitle(title) {
    this._title = title;
    const ev = new PreventableEvent();
    this.emit('page-title-updated', ev, title, true);
    this._win.emit('page-title-updated', ev, title, true);
    if (!ev.defaultPrevented) this._win._title = title;
  }

  // --- API
  send(channel, ...args) {
    const m = { t: 'msg', channel, args: args.map(encode) };
    this._deliver(m); // before a document with a preload exists the message is lost
  }
  setWindowOpenHandler(h) {
    this._openHandler = h;
  }
  async executeJavaScript(code) {
    const r = await this._cdp('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
      replMode: false,
    });
    if (r.exceptionDetails) throw new Error(r.exceptionDetails.exception?.description ?? r.exceptionDetails.text);
    return r.result.value;
  }
  async insertCSS(css) {
    await this.executeJavaScript(
      `{const s=document.createElement('style');s.textContent=${JSON.stringify(css)};document.head.append(s)}`,
    );
    return 'css';
  }
  async capturePage() {
    const { data } = await this._cdp('Page.captureScreenshot', { format: 'png' });
    const b = Buffer.from(data, 'base64');
    return { toPNG: () => b, toDataURL: () => `data:image/png;base64,${data}`, isEmpty: () => false };
  }
  getLastWebPreferences() {
    return { ...this._prefs };
  }
  forcefullyCrashRenderer() {
    this._cdp('Page.crash');
  }
  getURL() {
    return this._url;
  }
  getTitle() {
    return this._title;
  }
  isLoading() {
    return this._loading;
  }
  isLoadingMainFrame() {
    return this._loading;
  }
  isDestroyed() {
    return this._destroyed;
  }
  isCrashed() {
    return false;
  }
  reload() {
    this._cdp('Page.reload');
  }
  reloadIgnoringCache() {
    this._cdp('Page.reload', { ignoreCache: true });
  }
  stop() {
    this._cdp('Page.stopLoading');
  }
  focus() {}
  isFocused() {
    return this._win?.isFocused() ?? false;
  }
  getUserAgent() {
    return '';
  }
  setUserAgent(ua) {
    this._cdp('Emulation.setUserAgentOverride', { userAgent: ua });
  }
  openDevTools(o) {
    record('webContents.openDevTools', [o]);
  }
  closeDevTools() {}
  isDevToolsOpened() {
    return false;
  }
  toggleDevTools() {}
  setZoomFactor(f) {
    this._zoom = f;
  }
  getZoomFactor() {
    return this._zoom ?? 1;
  }
  setZoomLevel(f) {
    this._zoomLevel = f;
  }
  getZoomLevel() {
    return this._zoomLevel ?? 0;
  }
  setVisualZoomLevelLimits() {
    return Promise.resolve();
  }
  setBackgroundThrottling() {}
  setAudioMuted() {}
  isAudioMuted() {
    return false;
  }
  getOrCreateDevToolsTargetId() {
    return this._targetId;
  }
  getOSProcessId() {
    return process.pid;
  }
  getProcessId() {
    return 1;
  }
  close() {
    this._win?.close();
  }
  static getAllWebContents() {
    return [...contents.values()];
  }
  static getFocusedWebContents() {
    return parts.BrowserWindow.getFocusedWindow()?.webContents ?? null;
  }
  static fromId(id) {
    return contents.get(id);
  }
  static fromDevToolsTargetId(t) {
    return [...contents.values()].find((c) => c._targetId === t);
  }
}
Object.assign(WebContents.prototype, pageEvents);
module.exports = { WebContents };
