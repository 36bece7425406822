'use strict';
// Module 'electron': ipcMain.
const { EventEmitter } = require('node:events');

class IpcMain extends EventEmitter {
  _h = new Map();
  handle(c, f) {
    if (this._h.has(c)) throw new Error(`Attempted to register a second handler for '${c}'`);
    this._h.set(c, f);
  }
  handleOnce(c, f) {
    this.handle(c, (...a) => {
      this.removeHandler(c);
      return f(...a);
    });
  }
  removeHandler(c) {
    this._h.delete(c);
  }
}
const ipcMain = new IpcMain();
module.exports = { IpcMain, ipcMain };
