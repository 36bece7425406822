'use strict';
// Module 'electron': session, protocol.
const { EventEmitter } = require('node:events');
const { chromium, ctx, parts, record, strict } = require('./shared.cjs');
const scheme = require('./scheme.cjs');

const PERMISSIONS = {
  notifications: 'notifications',
  geolocation: 'geolocation',
  'clipboard-read': 'clipboard-read',
  midi: 'midi',
  videoCapture: 'camera',
  audioCapture: 'microphone',
};
class WebRequest {
  onHeadersReceived(...a) {
    scheme.setHeadersReceived(a.at(-1));
    record('webRequest.onHeadersReceived', a.slice(0, -1));
  }
  onBeforeRequest(...a) {
    record('webRequest.onBeforeRequest', a.slice(0, -1));
  }
  onBeforeSendHeaders(...a) {
    record('webRequest.onBeforeSendHeaders', a.slice(0, -1));
  }
}
const protocol = strict('protocol', {
  registerSchemesAsPrivileged(list) {
    if (ctx.ready) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme: s, privileges = {} } of list) scheme.privileged.set(s, privileges);
  },
  handle(s, handler) {
    if (!ctx.ready) throw new Error('protocol.handle should be called after app is ready');
    if (['http', 'https', 'file'].includes(s))
      throw new Error(`electron-standin: protocol.handle('${s}') is not supported`);
    if (scheme.handlers.has(s)) throw new Error(`Failed to register protocol: ${s}`);
    scheme.handlers.set(s, handler);
  },
  unhandle(s) {
    if (!scheme.handlers.delete(s)) throw new Error(`Failed to unhandle protocol: ${s}`);
  },
  isProtocolHandled: (s) => scheme.handlers.has(s),
});
class Session extends EventEmitter {
  webRequest = new WebRequest();
  protocol = protocol;
  permission = null;
  setPermissionRequestHandler(h) {
    this.permission = h;
  }
  setPermissionCheckHandler(h) {
    this.permissionCheck = h;
  }
  setDevicePermissionHandler(h) {
    record('session.setDevicePermissionHandler', [h]);
  }
  setCertificateVerifyProc(h) {
    record('session.setCertificateVerifyProc', [h]);
  }
  setSpellCheckerEnabled(v) {
    record('session.setSpellCheckerEnabled', [v]);
  }
  setUserAgent(ua) {
    record('session.setUserAgent', [ua]);
  }
  getUserAgent() {
    return '';
  }
  isPersistent() {
    return true;
  }
  async clearStorageData() {
    await chromium.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
  }
  async clearCache() {}
  getStoragePath() {
    return parts.app.getPath('sessionData');
  }
  fetch(...a) {
    return fetch(...a);
  }
  // Chromium asks nobody here: the handler is consulted once per permission and its answer is set beforehand.
  async _applyPermissions(wc, origin, webOrigin) {
    await Promise.all(
      Object.entries(PERMISSIONS).map(async ([electronName, cdp]) => {
        const media = electronName.endsWith('Capture');
        const granted =
          !this.permission ||
          (await new Promise((f) =>
            this.permission(wc, media ? 'media' : electronName, f, {
              requestingUrl: `${origin}/`,
              isMainFrame: true,
              ...(media ? { mediaTypes: [electronName.replace('Capture', '')] } : {}),
            }),
          ));
        await chromium
          .send('Browser.setPermission', {
            permission: { name: cdp },
            setting: granted ? 'granted' : 'denied',
            origin: webOrigin,
          })
          .catch(() => {});
      }),
    );
  }
}
const defaultSession = new Session();
const session = strict('session', {
  get defaultSession() {
    if (!ctx.ready) throw new Error('Session can only be received when app is ready');
    return defaultSession;
  },
  fromPartition: (p) => {
    if (p) console.error(`electron-standin: session.fromPartition(${p}) is the default session`);
    return defaultSession;
  },
});
module.exports = { defaultSession, protocol, session };
