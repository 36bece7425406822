'use strict';
// Module 'electron': BrowserWindow.
const { EventEmitter } = require('node:events');
const { PreventableEvent, chromium, contents, ctx, parts, record, windows } = require('./shared.cjs');
const { die } = require('./app.cjs');
const { WebContents } = require('./web-contents.cjs');

const { app } = parts;
let focused = null;
class BrowserWindow extends EventEmitter {
  constructor(options = {}) {
    super();
    if (!app.isReady() && !ctx.ready) throw new Error('Cannot create BrowserWindow before app is ready');
    this.id = ctx.nextId++;
    this._o = options;
    this._destroyed = false;
    this._visible = false;
    this._title = options.title ?? app.getName();
    this._bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 };
    this._state = { fullScreen: false, maximized: false, minimized: false, alwaysOnTop: false };
    windows.set(this.id, this);
    this.webContents = new WebContents(this, options);
    app.emit('web-contents-created', new PreventableEvent(), this.webContents);
    app.emit('browser-window-created', new PreventableEvent(), this);
    if (options.show !== false) this.show();
  }
  loadURL(u, o) {
    return this.webContents.loadURL(u, o);
  }
  loadFile(f, o) {
    return this.webContents.loadFile(f, o);
  }
  reload() {
    this.webContents.reload();
  }
  _readyToShow() {
    if (this._shownOnce) return;
    this._shownOnce = true;
    this.emit('ready-to-show');
  }
  show() {
    if (!this._visible) {
      this._visible = true;
      this.emit('show');
    }
    this.focus();
  }
  showInactive() {
    if (!this._visible) {
      this._visible = true;
      this.emit('show');
    }
  }
  hide() {
    if (this._visible) {
      this._visible = false;
      if (focused === this) focused = null;
      this.emit('hide');
    }
  }
  focus() {
    if (focused && focused !== this) focused.blur();
    focused = this;
    this.emit('focus');
    app.emit('browser-window-focus', {}, this);
  }
  blur() {
    if (focused === this) {
      focused = null;
      this.emit('blur');
    }
  }
  isFocused() {
    return focused === this;
  }
  isVisible() {
    return this._visible;
  }
  isDestroyed() {
    return this._destroyed;
  }
  isMinimized() {
    return this._state.minimized;
  }
  minimize() {
    this._state.minimized = true;
    this.emit('minimize');
  }
  restore() {
    this._state.minimized = false;
    this.emit('restore');
  }
  isMaximized() {
    return this._state.maximized;
  }
  maximize() {
    this._state.maximized = true;
    this.emit('maximize');
  }
  unmaximize() {
    this._state.maximized = false;
    this.emit('unmaximize');
  }
  isFullScreen() {
    return this._state.fullScreen;
  }
  setFullScreen(v) {
    this._state.fullScreen = v;
    this.emit(v ? 'enter-full-screen' : 'leave-full-screen');
  }
  isAlwaysOnTop() {
    return this._state.alwaysOnTop;
  }
  setAlwaysOnTop(v) {
    this._state.alwaysOnTop = v;
  }
  getTitle() {
    return this._title;
  }
  setTitle(t) {
    this._title = t;
  }
  getBounds() {
    return { ...this._bounds };
  }
  getContentBounds() {
    return { ...this._bounds };
  }
  getNormalBounds() {
    return { ...this._bounds };
  }
  setBounds(b) {
    Object.assign(this._bounds, b);
    this.emit('resize');
    const t = this.webContents._targetId;
    if (t)
      chromium
        .send('Browser.getWindowForTarget', { targetId: t })
        .then(({ windowId }) =>
          chromium.send('Browser.setWindowBounds', {
            windowId,
            bounds: { width: this._bounds.width, height: this._bounds.height },
          }),
        )
        .catch(() => {});
  }
  getSize() {
    return [this._bounds.width, this._bounds.height];
  }
  setSize(width, height) {
    this.setBounds({ width, height });
  }
  getContentSize() {
    return this.getSize();
  }
  setContentSize(w, h) {
    this.setSize(w, h);
  }
  getPosition() {
    return [this._bounds.x, this._bounds.y];
  }
  setPosition(x, y) {
    this.setBounds({ x, y });
  }
  center() {}
  getMinimumSize() {
    return [this._o.minWidth ?? 0, this._o.minHeight ?? 0];
  }
  setMinimumSize(w, h) {
    this._o.minWidth = w;
    this._o.minHeight = h;
  }
  isResizable() {
    return this._o.resizable !== false;
  }
  isMovable() {
    return true;
  }
  isClosable() {
    return true;
  }
  isModal() {
    return Boolean(this._o.modal);
  }
  setMenu(m) {
    record('BrowserWindow.setMenu', [m]);
  }
  removeMenu() {
    record('BrowserWindow.removeMenu', []);
  }
  setMenuBarVisibility(v) {
    record('BrowserWindow.setMenuBarVisibility', [v]);
  }
  setAutoHideMenuBar() {}
  setIcon() {}
  setBackgroundColor(c) {
    this._o.backgroundColor = c;
  }
  getBackgroundColor() {
    return this._o.backgroundColor ?? '#FFFFFF';
  }
  setProgressBar(v) {
    record('BrowserWindow.setProgressBar', [v]);
  }
  flashFrame(v) {
    record('BrowserWindow.flashFrame', [v]);
  }
  setOverlayIcon() {}
  setSkipTaskbar() {}
  setTitleBarOverlay(o) {
    record('BrowserWindow.setTitleBarOverlay', [o]);
  }
  setContentProtection(v) {
    record('BrowserWindow.setContentProtection', [v]);
  }
  setVisibleOnAllWorkspaces() {}
  moveTop() {}
  getParentWindow() {
    return this._o.parent ?? null;
  }
  getChildWindows() {
    return BrowserWindow.getAllWindows().filter((w) => w._o.parent === this);
  }
  capturePage() {
    return this.webContents.capturePage();
  }
  close() {
    if (!this._closing) {
      this._closing = this._close().finally(() => {
        this._closing = null;
      });
    }
  }
  /** 'close' (preventable), the page's beforeunload, then 'closed'. Resolves to false when somebody objected. */
  async _close() {
    if (this._destroyed) return true;
    const ev = new PreventableEvent();
    this.emit('close', ev);
    if (ev.defaultPrevented) return false;
    const wc = this.webContents;
    if (wc._targetId && !this._destroyed) {
      const gone = new Promise((f) => this.once('closed', () => f(true)));
      wc._lastDialog = null;
      wc._cdp('Page.close').catch(() => {});
      let left = 50;
      const kept = new Promise((f) => {
        const t = setInterval(() => {
          if (this._destroyed) {
            clearInterval(t);
            return;
          }
          if (wc._lastDialog === 'beforeunload') {
            clearInterval(t);
            wc._cdp('Page.handleJavaScriptDialog', { accept: false }).catch(() => {});
            wc.emit('will-prevent-unload', {});
            f(false);
          } else if (--left === 0) {
            clearInterval(t);
            chromium.send('Target.closeTarget', { targetId: wc._targetId });
          }
        }, 20);
      });
      return Promise.race([gone, kept]);
    }
    this._gone();
    return true;
  }
  destroy() {
    if (this._destroyed) return;
    const t = this.webContents._targetId;
    this._gone();
    if (t) chromium.send('Target.closeTarget', { targetId: t }).catch(() => {});
  }
  _gone() {
    if (this._destroyed) return;
    this._destroyed = true;
    this.webContents._destroyed = true;
    windows.delete(this.id);
    contents.delete(this.webContents.id);
    if (focused === this) focused = null;
    this.webContents.emit('destroyed');
    this.emit('closed');
    if (windows.size === 0 && !ctx.quitting && !ctx.exiting) {
      if (!app.emit('window-all-closed')) app.quit();
    }
  }
  static getAllWindows() {
    return [...windows.values()];
  }
  static getFocusedWindow() {
    return focused;
  }
  static fromWebContents(wc) {
    return wc?._win ?? null;
  }
  static fromId(id) {
    return windows.get(id) ?? null;
  }
}

chromium.on('Target.attachedToTarget', ({ sessionId, targetInfo, waitingForDebugger }) => {
  if (targetInfo.type === 'page' && ctx.expected && !targetInfo.openerId)
    return ctx.expected({ sessionId, targetInfo });
  if (waitingForDebugger) chromium.send('Runtime.runIfWaitingForDebugger', {}, sessionId);
});
chromium.on('Target.detachedFromTarget', ({ sessionId }) => {
  chromium.sessions.delete(sessionId);
  for (const c of contents.values()) if (c._session === sessionId) c._win._gone();
});
chromium.on('exit', () => {
  if (!ctx.exiting) {
    console.error('electron-standin: Chromium exited');
    for (const w of [...windows.values()]) w._gone();
    die(1);
  }
});

parts.BrowserWindow = BrowserWindow;
module.exports = { BrowserWindow };
