'use strict';
// JSON form of (most of) the structured clone algorithm; the same function runs in Node and in the page.
function makeCodec() {
  const b64 = (u8) =>
    typeof Buffer !== 'undefined' && Buffer.from
      ? Buffer.from(u8.buffer, u8.byteOffset, u8.byteLength).toString('base64')
      : btoa(Array.from(u8, (c) => String.fromCharCode(c)).join(''));
  const un64 = (s) =>
    typeof Buffer !== 'undefined' && Buffer.from
      ? new Uint8Array(Buffer.from(s, 'base64'))
      : Uint8Array.from(atob(s), (c) => c.charCodeAt(0));
  const tag = (v) => Object.prototype.toString.call(v).slice(8, -1);
  function enc(v, seen) {
    if (v === undefined) return { $: 'u' };
    if (v === null || typeof v === 'boolean' || typeof v === 'string') return v;
    if (typeof v === 'number')
      return Number.isFinite(v) && !Object.is(v, -0) ? v : { $: 'n', v: Object.is(v, -0) ? '-0' : String(v) };
    if (typeof v === 'bigint') return { $: 'b', v: String(v) };
    if (typeof v === 'function' || typeof v === 'symbol') throw new Error('An object could not be cloned.');
    if (seen.has(v)) throw new Error('electron-standin: cyclic values over IPC are not supported');
    seen = new Set(seen).add(v);
    const t = tag(v);
    if (Array.isArray(v)) return v.map((x) => enc(x, seen));
    if (t === 'Date') return { $: 'd', v: v.getTime() };
    if (t === 'RegExp') return { $: 'r', v: v.source, f: v.flags };
    if (t === 'Map') return { $: 'm', v: [...v].map(([k, x]) => [enc(k, seen), enc(x, seen)]) };
    if (t === 'Set') return { $: 's', v: [...v].map((x) => enc(x, seen)) };
    if (t === 'ArrayBuffer') return { $: 'ab', v: b64(new Uint8Array(v)) };
    if (ArrayBuffer.isView(v))
      return {
        $: 'ta',
        t: t === 'DataView' ? t : tag(v),
        v: b64(new Uint8Array(v.buffer, v.byteOffset, v.byteLength)),
      };
    if (v instanceof Error || t === 'Error') return { $: 'e', n: v.name, m: v.message, s: v.stack };
    if (t === 'Promise' || t === 'WeakMap' || t === 'WeakSet') throw new Error('An object could not be cloned.');
    const o = {};
    for (const k of Object.keys(v)) o[k] = enc(v[k], seen);
    return '$' in v ? { $: 'o', v: o } : o;
  }
  function dec(v) {
    if (v === null || typeof v !== 'object') return v;
    if (Array.isArray(v)) return v.map(dec);
    const obj = (o) => {
      const r = {};
      for (const k of Object.keys(o)) r[k] = dec(o[k]);
      return r;
    };
    switch (v.$) {
      case undefined:
        return obj(v);
      case 'u':
        return undefined;
      case 'n':
        return Number(v.v);
      case 'b':
        return BigInt(v.v);
      case 'd':
        return new Date(v.v);
      case 'r':
        return new RegExp(v.v, v.f);
      case 'm':
        return new Map(v.v.map(([k, x]) => [dec(k), dec(x)]));
      case 's':
        return new Set(v.v.map(dec));
      case 'ab':
        return un64(v.v).buffer;
      case 'ta': {
        const b = un64(v.v).buffer;
        const C = globalThis[v.t];
        return new C(b);
      }
      case 'e': {
        const e = new (globalThis[v.n] || Error)(v.m);
        e.stack = v.s;
        return e;
      }
      default:
        return obj(v.v);
    }
  }
  return { encode: (v) => enc(v, new Set()), decode: dec };
}
module.exports = { makeCodec };
