'use strict';
// What runs in the page, as source text. Isolated world: preload + ipcRenderer + contextBridge.
// Main world: only the far end of the contextBridge.
const { makeCodec } = require('./codec.cjs');

/** One end of the bridge between two worlds that share the DOM but no objects. Both ends run this. */
function makeBridge(me, other) {
  const fns = new Map(),
    waiting = new Map(),
    weak = new WeakMap();
  let n = 0,
    reply;
  const EV = '__electron_standin_';
  const fire = (detail) => window.dispatchEvent(new CustomEvent(EV + other, { detail }));
  const plain = (v) => {
    const p = Object.getPrototypeOf(v);
    return p === null || p === Object.prototype;
  };
  function wrap(v) {
    if (typeof v === 'function') {
      let id = weak.get(v);
      if (!id) {
        id = me + ++n;
        weak.set(v, id);
        fns.set(id, v);
      }
      return { f: id };
    }
    if (v && typeof v === 'object') {
      if (typeof v.then === 'function') {
        const id = me + ++n;
        Promise.resolve(v).then(
          (x) => fire({ settle: id, ok: wrap(x) }),
          (e) => fire({ settle: id, err: wrap(e) }),
        );
        return { p: id };
      }
      if (v instanceof Error) return { e: [v.name, v.message] };
      if (Array.isArray(v)) return { a: v.map(wrap) };
      if (plain(v)) return { o: Object.fromEntries(Object.keys(v).map((k) => [k, wrap(v[k])])) };
    }
    return { v }; // structured-cloned by CustomEvent.detail
  }
  function unwrap(w) {
    if ('f' in w)
      return (...args) => {
        reply = undefined;
        fire({ call: w.f, args: args.map(wrap) });
        const r = reply;
        reply = undefined;
        if (!r) throw new Error('electron-standin: the other world did not answer');
        if (r.err) throw unwrap(r.err);
        return unwrap(r.ok);
      };
    if ('p' in w) return new Promise((ok, no) => waiting.set(w.p, { ok, no }));
    if ('e' in w) {
      const e = new Error(w.e[1]);
      return e;
    } // like Electron: the class does not cross
    if ('a' in w) return w.a.map(unwrap);
    if ('o' in w) return Object.fromEntries(Object.keys(w.o).map((k) => [k, unwrap(w.o[k])]));
    return w.v;
  }
  const on = {};
  window.addEventListener(
    EV + me,
    (ev) => {
      ev.stopImmediatePropagation();
      const d = ev.detail;
      if (d.call) {
        let r;
        try {
          r = { ok: wrap(fns.get(d.call)(...d.args.map(unwrap))) };
        } catch (e) {
          r = { err: wrap(e instanceof Error ? e : new Error(String(e))) };
        }
        fire({ reply: r });
      } else if (d.reply) reply = d.reply;
      else if (d.settle) {
        const p = waiting.get(d.settle);
        waiting.delete(d.settle);
        if (d.err) p?.no(unwrap(d.err));
        else p?.ok(unwrap(d.ok));
      } else if (d.expose) {
        let err;
        try {
          on.expose?.(d.expose, unwrap(d.api));
        } catch (e) {
          err = e.message;
        }
        fire({ reply: err ? { err: wrap(new Error(err)) } : { ok: { v: true } } });
      }
    },
    true,
  );
  return {
    on,
    expose(key, api) {
      reply = undefined;
      fire({ expose: key, api: wrap(api) });
      const r = reply;
      reply = undefined;
      if (!r) throw new Error('electron-standin: no main world');
      if (r.err) throw unwrap(r.err);
    },
  };
}

function mainWorld(makeBridge) {
  if (window !== window.top) return;
  const freeze = (o) => {
    if (o && typeof o === 'object' && Object.getPrototypeOf(o) === Object.prototype) {
      Object.values(o).forEach(freeze);
      Object.freeze(o);
    }
    return o;
  };
  makeBridge('m', 'i').on.expose = (key, api) => {
    if (key in window)
      throw new Error(`Cannot bind an API on top of an existing property on the window object: ${key}`);
    Object.defineProperty(window, key, { value: freeze(api), enumerable: true, writable: false, configurable: false });
  };
}

function isolatedWorld(makeBridge, makeCodec, info, preload) {
  if (window !== window.top) return;
  const { encode, decode } = makeCodec();
  const post = globalThis.__electronStandinPost;
  const send = (m) => post(JSON.stringify(m));
  class Emitter {
    constructor() {
      this._l = new Map();
    }
    on(c, f) {
      if (!this._l.has(c)) this._l.set(c, []);
      this._l.get(c).push(f);
      return this;
    }
    addListener(c, f) {
      return this.on(c, f);
    }
    once(c, f) {
      const g = (...a) => {
        this.off(c, g);
        f.apply(this, a);
      };
      g.listener = f;
      return this.on(c, g);
    }
    off(c, f) {
      const l = this._l.get(c) || [];
      const i = l.findIndex((x) => x === f || x.listener === f);
      if (i >= 0) l.splice(i, 1);
      return this;
    }
    removeListener(c, f) {
      return this.off(c, f);
    }
    removeAllListeners(c) {
      if (c === undefined) this._l.clear();
      else this._l.delete(c);
      return this;
    }
    emit(c, ...a) {
      const l = [...(this._l.get(c) || [])];
      for (const f of l) f.apply(this, a);
      return l.length > 0;
    }
    listenerCount(c) {
      return (this._l.get(c) || []).length;
    }
    listeners(c) {
      return [...(this._l.get(c) || [])];
    }
  }
  let n = 0;
  const waiting = new Map();
  const ipcRenderer = new Emitter();
  ipcRenderer.send = (channel, ...args) => send({ t: 'send', channel, args: args.map(encode) });
  ipcRenderer.invoke = (channel, ...args) =>
    new Promise((ok, no) => {
      const id = ++n;
      waiting.set(id, { ok, no });
      try {
        send({ t: 'invoke', id, channel, args: args.map(encode) });
      } catch (e) {
        waiting.delete(id);
        no(e);
      }
    });
  ipcRenderer.sendSync = () => {
    throw new Error('electron-standin: ipcRenderer.sendSync is not supported');
  };
  ipcRenderer.postMessage = () => {
    throw new Error('electron-standin: ipcRenderer.postMessage is not supported');
  };
  globalThis.__electronStandinRecv = (m) => {
    if (m.t === 'reply') {
      const w = waiting.get(m.id);
      waiting.delete(m.id);
      if (m.err !== undefined) w?.no(new Error(m.err));
      else w?.ok(decode(m.ok));
    } else if (m.t === 'msg')
      ipcRenderer.emit(m.channel, { sender: ipcRenderer, ports: [], senderId: 0 }, ...m.args.map(decode));
  };
  const bridge = makeBridge('i', 'm');
  const contextBridge = { exposeInMainWorld: (k, api) => bridge.expose(k, api) };
  const unsupported = (name) =>
    new Proxy(
      {},
      {
        get: (_, p) => {
          throw new Error(`electron-standin: ${name}.${String(p)} is not supported in preload scripts`);
        },
      },
    );
  const electron = {
    contextBridge,
    ipcRenderer,
    webFrame: unsupported('webFrame'),
    webUtils: { getPathForFile: () => '' },
    nativeImage: unsupported('nativeImage'),
    crashReporter: unsupported('crashReporter'),
  };
  const process = Object.assign(new Emitter(), info.process, {
    contextIsolated: true,
    sandboxed: true,
    type: 'renderer',
    isMainFrame: true,
    nextTick: (f, ...a) => queueMicrotask(() => f(...a)),
    cwd: () => {
      throw new Error('not in a sandbox');
    },
  });
  const mods = {
    electron,
    'electron/renderer': electron,
    'electron/common': electron,
    events: Object.assign(Emitter, { EventEmitter: Emitter }),
    timers: { setTimeout, setInterval, clearTimeout, clearInterval },
    url: { URL, URLSearchParams },
  };
  const require = (id) => {
    const m = mods[id.replace(/^node:/, '')];
    if (!m) throw new Error(`module not found: ${id}`);
    return m;
  };
  const module = { exports: {} };
  try {
    preload(
      require,
      process,
      undefined,
      globalThis,
      (f, ...a) => setTimeout(f, 0, ...a),
      clearTimeout,
      module.exports,
      module,
    );
  } catch (e) {
    console.error(`Unable to load preload script: ${info.preloadPath}`);
    console.error(e);
    send({ t: 'preload-error', err: encode(e instanceof Error ? e : new Error(String(e))) });
  }
}

const mainSource = `(${mainWorld})(${makeBridge});`;
const isolatedSource = (info, preloadSrc) =>
  `(${isolatedWorld})(${makeBridge}, ${makeCodec}, ${JSON.stringify(info)}, ` +
  `function (require, process, Buffer, global, setImmediate, clearImmediate, exports, module) {\n${preloadSrc}\n});\n//# sourceURL=electron-standin-preload.js`;
module.exports = { mainSource, isolatedSource };
