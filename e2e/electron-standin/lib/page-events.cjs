'use strict';
// What WebContents does with the DevTools events of its page.
const { makeCodec } = require('./codec.cjs');
const { ipcMain } = require('./ipc-main.cjs');
const scheme = require('./scheme.cjs');
const { PreventableEvent, parts } = require('./shared.cjs');

const WORLD = 'Electron Isolated Context';
const OWN_WORLD = 'electron-standin';
const { encode, decode } = makeCodec();
const pageEvents = {
  '_on_Page.frameNavigated'({ frame }) {
    if (frame.parentId) return;
    if (frame.unreachableUrl) return this._fail('net::ERR_FAILED');
    this._url = scheme.fromWeb(frame.url + (frame.urlFragment ?? ''));
    this.emit('did-start-navigation', { url: this._url, isMainFrame: true, isSameDocument: false });
    this.emit('did-navigate', {}, this._url, 200, 'OK');
  },
  '_on_Page.navigatedWithinDocument'({ frameId, url }) {
    if (frameId === this._targetId) {
      this._url = scheme.fromWeb(url);
      this.emit('did-navigate-in-page', {}, this._url, true);
    }
  },
  '_on_Page.domContentEventFired'() {
    this.emit('dom-ready', {});
  },
  '_on_Page.loadEventFired'() {
    this.emit('did-finish-load', {});
    this._succeed();
    this.emit('did-stop-loading', {});
    this._win?._readyToShow();
  },
  '_on_Page.lifecycleEvent'({ name: n, frameId }) {
    if (n === 'firstPaint' && frameId === this._targetId) this._win?._readyToShow();
  },
  '_on_Page.javascriptDialogOpening'({ type }) {
    this._lastDialog = type;
  },
  '_on_Page.windowOpen'({ url, windowName, windowFeatures }) {
    const u = scheme.fromWeb(url);
    const details = {
      url: u,
      frameName: windowName === '_blank' ? '' : windowName,
      features: windowFeatures.join(','),
      disposition: 'foreground-tab',
      referrer: { url: this._url, policy: 'strict-origin-when-cross-origin' },
    };
    const r = this._openHandler ? this._openHandler(details) : { action: 'allow' };
    if (r?.action !== 'allow') return;
    const win = new parts.BrowserWindow({ ...r.overrideBrowserWindowOptions });
    this.emit('did-create-window', win, details);
    win.loadURL(u || 'about:blank').catch(() => {});
  },
  '_on_Page.frameRequestedNavigation'({ frameId, url }) {
    if (frameId === this._targetId) this._rendererNav = url;
  },
  '_on_Fetch.requestPaused'({ requestId, request, frameId, redirectedRequestId }) {
    const go = () => this._cdp('Fetch.continueRequest', { requestId });
    if (frameId !== this._targetId || redirectedRequestId) return go();
    const url = request.url + (request.urlFragment ?? '');
    if (this._expectNav && (url === this._expectNav || request.url === this._expectNav)) {
      this._expectNav = null;
      return go();
    }
    if (!this._rendererNav) return go(); // browser-initiated: page.goto(), reload through CDP
    this._rendererNav = null;
    const ev = new PreventableEvent({
      url: scheme.fromWeb(url),
      isMainFrame: true,
      isSameDocument: false,
      frame: this.mainFrame,
    });
    this.emit('will-navigate', ev, ev.url, false, true);
    if (ev.defaultPrevented) return this._cdp('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    go();
  },
  '_on_Runtime.executionContextCreated'({ context }) {
    if (context.auxData?.frameId !== this._targetId) return;
    if (context.name === WORLD) this._isolated = context.id;
  },
  '_on_Runtime.executionContextsCleared'() {
    this._isolated = null;
  },
  '_on_Runtime.executionContextDestroyed'({ executionContextId }) {
    if (executionContextId === this._isolated) this._isolated = null;
  },
  '_on_Runtime.consoleAPICalled'({ type, args }) {
    const message = args.map((a) => a.value ?? a.description ?? '').join(' ');
    const level = { warning: 'warning', error: 'error', debug: 'debug' }[type] ?? 'info';
    this.emit(
      'console-message',
      { level, message, lineNumber: 0, sourceId: '' },
      { debug: 0, info: 1, warning: 2, error: 3 }[level],
      message,
      0,
      '',
    );
  },
  '_on_Inspector.targetCrashed'() {
    this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 });
    parts.app.emit('render-process-gone', {}, this, { reason: 'crashed', exitCode: 139 });
  },
  async '_on_Runtime.bindingCalled'({ name: n, payload, executionContextId }) {
    if (n === '__electronStandinTitle') return this._setTitle(payload);
    if (n !== '__electronStandinPost') return;
    const m = JSON.parse(payload);
    const args = (m.args ?? []).map(decode);
    const event = new PreventableEvent({
      type: 'frame',
      sender: this,
      senderFrame: this.mainFrame,
      processId: 1,
      frameId: 1,
      ports: [],
      reply: (c, ...a) => this.send(c, ...a),
    });
    if (m.t === 'preload-error') return void this.emit('preload-error', {}, this._prefs.preload, decode(m.err));
    if (m.t === 'send') {
      this.emit('ipc-message', event, m.channel, ...args);
      if (!this.ipc.emit(m.channel, event, ...args)) ipcMain.emit(m.channel, event, ...args);
      return;
    }
    let reply;
    try {
      const h = this.ipc._h.get(m.channel) ?? ipcMain._h.get(m.channel);
      if (!h) throw new Error(`No handler registered for '${m.channel}'`);
      reply = { t: 'reply', id: m.id, ok: encode(await h(event, ...args)) };
    } catch (e) {
      console.error(`Error occurred in handler for '${m.channel}':`, e);
      reply = { t: 'reply', id: m.id, err: `Error invoking remote method '${m.channel}': ${e}` };
    }
    this._deliver(reply, executionContextId);
  },
};
module.exports = { OWN_WORLD, WORLD, pageEvents };
