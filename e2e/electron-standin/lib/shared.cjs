'use strict';
// What the parts of the module 'electron' know of each other.
const { EventEmitter } = require('node:events');
const { Chromium } = require('./chromium.cjs');

const VERSION = process.env.STANDIN_ELECTRON_VERSION || '45.4.1';
const calls = []; // what the recorders saw: [{ api, args }]
const record = (api, args) => {
  calls.push({ api, args });
};
/** An object whose listed methods are recorded; anything else throws rather than pretend. */
function recorder(name, methods, extra = {}) {
  const target = Object.assign(new EventEmitter(), extra);
  for (const [m, result] of Object.entries(methods)) {
    target[m] = (...args) => {
      record(`${name}.${m}`, args);
      return typeof result === 'function' ? result(...args) : result;
    };
  }
  return strict(name, target);
}
function strict(name, target) {
  return new Proxy(target, {
    get(t, p, r) {
      if (
        p in t ||
        typeof p === 'symbol' ||
        ['then', 'toJSON', 'default', '__esModule', 'captureRejections', 'domain'].includes(p)
      )
        return Reflect.get(t, p, r);
      throw new Error(`electron-standin: ${name}.${String(p)} is not implemented`);
    },
  });
}
class PreventableEvent {
  constructor(extra) {
    this.defaultPrevented = false;
    Object.assign(this, extra);
  }
  preventDefault() {
    this.defaultPrevented = true;
  }
}

const chromium = new Chromium();
const ctx = {
  server: null,
  ready: false,
  quitting: false,
  exiting: false,
  nextId: 1,
  creating: Promise.resolve(),
  expected: null,
}; /** Open web contents and windows, by id. */
const contents = new Map();
const windows = new Map();
/** Where parts that need each other find each other once all are loaded. */
const parts = {};
const originOf = (url) => /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? 'null';

module.exports = {
  VERSION,
  PreventableEvent,
  calls,
  chromium,
  contents,
  ctx,
  originOf,
  parts,
  record,
  recorder,
  strict,
  windows,
};
