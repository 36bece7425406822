'use strict';
// Custom schemes. Chromium refuses app:// from outside, so app://host/path is mapped onto a reserved
// https origin, https://host.app.electron-standin.invalid/path, which --host-resolver-rules sends to a
// loopback HTTP/2+TLS server in this process (key accepted through --ignore-certificate-errors-spki-list).
// A real server, because CDP Fetch.fulfillRequest takes a whole body: no streaming.
const http2 = require('node:http2');
const crypto = require('node:crypto');
const { Readable } = require('node:stream');

const SUFFIX = 'electron-standin.invalid';
const FROM_WEB = new RegExp(
  `https://([a-z0-9-]+(?:\\.[a-z0-9-]+)*)\\.([a-z][a-z0-9-]*)\\.${SUFFIX.replace('.', '\\.')}(?::443)?`,
  'gi',
);
const handlers = new Map(); // scheme -> (Request) => Response
const privileged = new Map(); // scheme -> privileges
let headersReceived = null; // session.webRequest.onHeadersReceived listener

const known = () => [...new Set([...handlers.keys(), ...privileged.keys()])];
function toWeb(url) {
  const m = /^([a-z][a-z0-9-]*):\/\/([^/?#]*)(.*)$/i.exec(url);
  if (!m || !known().includes(m[1].toLowerCase())) return url;
  return `https://${m[2].toLowerCase()}.${m[1].toLowerCase()}.${SUFFIX}${/^[/]/.test(m[3]) ? m[3] : `/${m[3]}`}`;
}
const fromWeb = (text) => text.replace(FROM_WEB, '$2://$1');
/** scheme URLs, plain or as the source of a regular expression, anywhere in JSON text */
function textToWeb(text) {
  for (const s of known()) {
    if (!text.includes(`${s}:`)) continue;
    text = text.replace(
      new RegExp(`\\b${s}:(\\\\\\\\/\\\\\\\\/|//)([a-z0-9-]+(?:\\.[a-z0-9-]+)*)`, 'gi'),
      `https:$1$2.${s}.${SUFFIX}`,
    );
  }
  return text;
}
/** scheme URLs and bare "app:" CSP sources inside a response header value */
function headerToWeb(name, value) {
  for (const s of known()) {
    value = value.replace(new RegExp(`\\b${s}://([a-z0-9.-]+)`, 'gi'), `https://$1.${s}.${SUFFIX}`);
    if (/content-security-policy/i.test(name))
      value = value.replace(new RegExp(`(^|[\\s;])${s}:(?=[\\s;]|$)`, 'g'), `$1https://*.${s}.${SUFFIX}`);
  }
  return value;
}

// --- a self-signed P-256 certificate, written as DER by hand so that no key lies in the repository
function selfSigned() {
  const { privateKey, publicKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const tlv = (tag, ...parts) => {
    const body = Buffer.concat(parts.map((p) => Buffer.from(p)));
    const n = body.length;
    return Buffer.concat([
      Buffer.from(n < 128 ? [tag, n] : n < 256 ? [tag, 0x81, n] : [tag, 0x82, n >> 8, n & 255]),
      body,
    ]);
  };
  const alg = tlv(0x30, tlv(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2])); // ecdsa-with-SHA256
  const name = tlv(0x30, tlv(0x31, tlv(0x30, tlv(0x06, [0x55, 4, 3]), tlv(0x0c, Buffer.from(SUFFIX)))));
  const time = (d) => tlv(0x17, Buffer.from(d.toISOString().replace(/^..|[-:T]|\.\d+/g, '')));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const serial = crypto.randomBytes(8);
  serial[0] = (serial[0] & 0x7f) | 1;
  const now = Date.now();
  const tbs = tlv(
    0x30,
    tlv(0x02, serial),
    alg,
    name,
    tlv(0x30, time(new Date(now - 864e5)), time(new Date(now + 30 * 864e5))),
    name,
    spki,
  );
  const der = tlv(0x30, tbs, alg, tlv(0x03, [0], crypto.sign('sha256', tbs, privateKey)));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    spki: crypto.createHash('sha256').update(spki).digest('base64'),
  };
}

async function serve(req, res) {
  try {
    const authority = req.headers[':authority'] || req.headers.host;
    const url = fromWeb(`https://${authority}${req.url}`);
    const scheme = url.slice(0, url.indexOf(':'));
    const handler = handlers.get(scheme);
    if (!handler) return void req.stream.destroy(); // a network error, as ERR_UNKNOWN_URL_SCHEME would be
    const headers = new Headers();
    for (const [k, v] of Object.entries(req.headers)) {
      if (k[0] === ':' || ['host', 'connection', 'accept-encoding', 'transfer-encoding'].includes(k)) continue;
      headers.set(k, fromWeb(String(v)));
    }
    const hasBody = !['GET', 'HEAD'].includes(req.method) && req.headers['content-length'] !== '0';
    const request = new Request(url, {
      method: req.method,
      headers,
      ...(hasBody ? { body: Readable.toWeb(req), duplex: 'half' } : {}),
    });
    const origin = headers.get('origin');
    if (origin) Object.defineProperty(request, 'initiatorOrigin', { value: origin });
    const response = await handler(request);
    if (!response || typeof response !== 'object' || response.type === 'error') return void req.stream.destroy();
    let status = response.status,
      out = {};
    for (const [k, v] of response.headers) {
      if (['connection', 'transfer-encoding', 'keep-alive', 'content-encoding'].includes(k)) continue;
      out[k] = k in out ? [].concat(out[k], v) : v;
    }
    if (headersReceived) {
      const lists = Object.fromEntries(Object.entries(out).map(([k, v]) => [k, [].concat(v)]));
      const r = await new Promise((f) =>
        headersReceived(
          {
            id: 0,
            url,
            method: req.method,
            statusCode: status,
            statusLine: `HTTP/1.1 ${status}`,
            responseHeaders: lists,
            resourceType: 'other',
            timestamp: Date.now(),
          },
          f,
        ),
      );
      if (r?.cancel) return void req.stream.destroy();
      if (r?.responseHeaders)
        out = Object.fromEntries(Object.entries(r.responseHeaders).map(([k, v]) => [k.toLowerCase(), v]));
      if (r?.statusLine) status = Number(r.statusLine.split(' ')[1]) || status;
    }
    for (const k of Object.keys(out))
      out[k] = Array.isArray(out[k]) ? out[k].map((v) => headerToWeb(k, String(v))) : headerToWeb(k, String(out[k]));
    res.writeHead(status, out);
    if (!response.body) return void res.end();
    res.flushHeaders?.(); // an event stream may be silent for long
    const body = Readable.fromWeb(response.body);
    body.on('error', () => req.stream.destroy());
    res.on('close', () => body.destroy()); // the page went away: cancel the app's stream
    body.pipe(res);
  } catch (e) {
    console.error(e);
    req.stream?.destroy();
  }
}

async function start() {
  const { key, cert, spki } = selfSigned();
  const server = http2.createSecureServer({ key, cert, allowHTTP1: false, settings: { maxConcurrentStreams: 1000 } });
  server.on('request', serve);
  server.on('session', (s) => s.on('error', () => {}));
  server.on('sessionError', () => {});
  await new Promise((f) => server.listen(0, '127.0.0.1', f));
  server.unref();
  const { port } = server.address();
  return { spki, port, mapRules: `MAP *.${SUFFIX} 127.0.0.1:${port}` };
}
module.exports = {
  start,
  toWeb,
  fromWeb,
  textToWeb,
  handlers,
  privileged,
  SUFFIX,
  known,
  setHeadersReceived: (f) => {
    headersReceived = f;
  },
};
