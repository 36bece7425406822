'use strict';
// Module 'electron': what is recorded rather than shown.
const crypto = require('node:crypto');
const { EventEmitter } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { ctx, parts, record, strict } = require('./shared.cjs');

const { app, BrowserWindow } = parts;
class MenuItem {
  constructor(o) {
    Object.assign(this, { enabled: true, visible: true, checked: false, type: o.submenu ? 'submenu' : 'normal' }, o);
    const click = o.click;
    this.click = (...a) => click?.(this, BrowserWindow.getFocusedWindow() ?? undefined, ...a);
    if (Array.isArray(o.submenu)) this.submenu = Menu.buildFromTemplate(o.submenu);
  }
}
class Menu extends EventEmitter {
  items = [];
  append(i) {
    this.items.push(i);
  }
  insert(n, i) {
    this.items.splice(n, 0, i);
  }
  popup(o) {
    record('Menu.popup', [o]);
  }
  closePopup() {}
  getMenuItemById(id) {
    for (const i of this.items) {
      if (i.id === id) return i;
      const s = i.submenu?.getMenuItemById?.(id);
      if (s) return s;
    }
    return null;
  }
  static buildFromTemplate(t) {
    const m = new Menu();
    m.items = t.map((i) => (i instanceof MenuItem ? i : new MenuItem(i)));
    return m;
  }
  static setApplicationMenu(m) {
    Menu._app = m;
    record('Menu.setApplicationMenu', []);
  }
  static getApplicationMenu() {
    return Menu._app ?? null;
  }
}
class Tray extends EventEmitter {
  constructor(image) {
    super();
    record('new Tray', [image]);
    for (const m of ['setImage', 'setToolTip', 'setTitle', 'setContextMenu', 'popUpContextMenu', 'displayBalloon'])
      this[m] = (...a) => record(`Tray.${m}`, a);
  }
  destroy() {
    this._d = true;
  }
  isDestroyed() {
    return Boolean(this._d);
  }
  getBounds() {
    return { x: 0, y: 0, width: 0, height: 0 };
  }
}
class Notification extends EventEmitter {
  constructor(o = {}) {
    super();
    Object.assign(this, o);
  }
  show() {
    record('Notification.show', [{ title: this.title, body: this.body }]);
    this.emit('show', {});
  }
  close() {
    this.emit('close', {});
  }
  static isSupported() {
    return true;
  }
}
const image = (b = Buffer.alloc(0)) => ({
  isEmpty: () => b.length === 0,
  toPNG: () => b,
  toDataURL: () => `data:image/png;base64,${b.toString('base64')}`,
  getSize: () => ({ width: 0, height: 0 }),
  resize: () => image(b),
  setTemplateImage() {},
});
const key = () => {
  const f = path.join(app.getPath('userData'), 'standin-safe-storage.key');
  try {
    return fs.readFileSync(f);
  } catch {
    const k = crypto.randomBytes(32);
    fs.mkdirSync(path.dirname(f), { recursive: true });
    fs.writeFileSync(f, k, { mode: 0o600 });
    return k;
  }
};
const available = () => ctx.ready && process.env.STANDIN_SAFE_STORAGE !== 'unavailable';
const safeStorage = strict('safeStorage', {
  isEncryptionAvailable: () => available(),
  isAsyncEncryptionAvailable: async () => available(),
  getSelectedStorageBackend: () => (ctx.ready ? 'basic_text' : 'unknown'),
  setUsePlainTextEncryption: () => {},
  encryptString(s) {
    if (!available())
      throw new Error(
        'Error while encrypting the text provided to safeStorage.encryptString. Encryption is not available.',
      );
    const iv = crypto.randomBytes(12),
      c = crypto.createCipheriv('aes-256-gcm', key(), iv);
    return Buffer.concat([Buffer.from('v10'), iv, c.update(s, 'utf8'), c.final(), c.getAuthTag()]);
  },
  decryptString(b) {
    if (!available() || b.subarray(0, 3).toString() !== 'v10')
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptString.');
    const d = crypto.createDecipheriv('aes-256-gcm', key(), b.subarray(3, 15));
    d.setAuthTag(b.subarray(-16));
    return d.update(b.subarray(15, -16), undefined, 'utf8') + d.final('utf8');
  },
  encryptStringAsync: async (s) => safeStorage.encryptString(s),
  decryptStringAsync: async (b) => ({ shouldReEncrypt: false, result: safeStorage.decryptString(b) }),
});
let clip = '';

const clipboardText = {
  read: () => clip,
  write: (text) => {
    clip = text;
  },
};
module.exports = { Menu, MenuItem, Notification, Tray, clipboardText, image, safeStorage };
