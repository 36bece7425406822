'use strict';
// A CDP endpoint for Playwright that shows scheme URLs (app://…) where Chromium has the reserved https origin.
// Each WebSocket client gets its own browser session on the one CDP pipe. Minimal RFC 6455 server, no dependency.
const http = require('node:http');
const crypto = require('node:crypto');
const scheme = require('./scheme.cjs');

function webSocket(socket, onText, onClose) {
  let buf = Buffer.alloc(0),
    parts = [];
  const frame = (op, body) => {
    const n = body.length;
    const head =
      n < 126
        ? Buffer.from([0x80 | op, n])
        : n < 65536
          ? Buffer.from([0x80 | op, 126, n >> 8, n & 255])
          : Buffer.alloc(10);
    if (n >= 65536) {
      head[0] = 0x80 | op;
      head[1] = 127;
      head.writeBigUInt64BE(BigInt(n), 2);
    }
    socket.write(head);
    socket.write(body);
  };
  socket.on('data', (d) => {
    buf = buf.length ? Buffer.concat([buf, d]) : d;
    for (;;) {
      if (buf.length < 2) return;
      const op = buf[0] & 15,
        fin = buf[0] & 128,
        len7 = buf[1] & 127;
      let o = 2,
        n = len7;
      if (len7 === 126) {
        if (buf.length < 4) return;
        n = buf.readUInt16BE(2);
        o = 4;
      } else if (len7 === 127) {
        if (buf.length < 10) return;
        n = Number(buf.readBigUInt64BE(2));
        o = 10;
      }
      if (buf.length < o + 4 + n) return;
      const mask = buf.subarray(o, o + 4),
        body = Buffer.from(buf.subarray(o + 4, o + 4 + n));
      for (let i = 0; i < n; i++) body[i] ^= mask[i & 3];
      buf = buf.subarray(o + 4 + n);
      if (op === 8) {
        frame(8, body.subarray(0, 2));
        socket.end();
        return;
      }
      if (op === 9) {
        frame(10, body);
        continue;
      }
      if (op > 2) continue;
      parts.push(body);
      if (fin) {
        const text = Buffer.concat(parts).toString();
        parts = [];
        onText(text);
      }
    }
  });
  socket.on('error', () => {});
  socket.on('close', onClose);
  return {
    send: (text) => {
      if (socket.writable) frame(1, Buffer.from(text));
    },
  };
}

async function startRelay(chromium) {
  const clients = new Set();
  const bySession = new Map(); // sessionId -> client
  const byId = new Map(); // our id -> { client, id }
  chromium.relay = (m) => {
    // true: was not for the stand-in itself
    let client;
    if (m.id !== undefined && byId.has(m.id)) {
      const w = byId.get(m.id);
      byId.delete(m.id);
      client = w.client;
      m.id = w.id;
      if (m.result?.sessionId) bySession.set(m.result.sessionId, client); // Target.attachTo*
    } else if (m.id === undefined && m.sessionId && bySession.has(m.sessionId)) {
      client = bySession.get(m.sessionId);
      if (m.method === 'Target.attachedToTarget') bySession.set(m.params.sessionId, client);
      if (m.method === 'Target.detachedFromTarget') bySession.delete(m.params.sessionId);
    } else return false;
    if (m.sessionId === client.root) delete m.sessionId;
    const text = JSON.stringify(m);
    client.ws.send(text.includes(scheme.SUFFIX) ? scheme.fromWeb(text) : text);
    return true;
  };
  const urls = (p) => {
    // parameters of Playwright's commands that carry URLs
    for (const k of ['url', 'origin', 'documentURL'])
      if (typeof p?.[k] === 'string') p[k] = scheme.toWeb(p[k]).replace(k === 'origin' ? /\/$/ : /(?!)/, '');
    if (Array.isArray(p?.urls)) p.urls = p.urls.map(scheme.toWeb);
    if (Array.isArray(p?.cookies)) p.cookies.forEach(urls);
  };
  const secret = `/devtools/browser/${crypto.randomUUID()}`;
  const server = http.createServer((_, res) => res.writeHead(404).end());
  server.on('upgrade', async (req, socket) => {
    if (req.url !== secret || req.headers.origin) return socket.destroy();
    const accept = crypto
      .createHash('sha1')
      .update(`${req.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.setNoDelay(true);
    const client = { root: null };
    const early = [];
    const forward = (text) => {
      if (!client.root) return early.push(text);
      // toHaveURL() compares inside the page. Nothing else is rewritten on the way in: a page may well show
      // genuine app:// text that came from the main process.
      if (text.includes('"to.have.url"')) text = scheme.textToWeb(text);
      const m = JSON.parse(text);
      const id = chromium.nextId();
      byId.set(id, { client, id: m.id });
      if (/^(Page\.navigate|Fetch\.|Network\.|Storage\.|Browser\.|Target\.createTarget)/.test(m.method)) urls(m.params);
      chromium.raw({ ...m, id, sessionId: m.sessionId ?? client.root });
    };
    clients.add(client);
    client.ws = webSocket(socket, forward, () => {
      clients.delete(client);
      for (const [s, c] of bySession) if (c === client) bySession.delete(s);
      for (const [i, w] of byId) if (w.client === client) byId.delete(i);
      chromium.send('Target.detachFromTarget', { sessionId: client.root }).catch(() => {});
    });
    const { sessionId } = await chromium.send('Target.attachToBrowserTarget');
    client.root = sessionId;
    bySession.set(sessionId, client);
    for (const t of early.splice(0)) forward(t);
  });
  await new Promise((f) => server.listen(0, '127.0.0.1', f));
  server.unref();
  chromium.on('exit', () => {
    for (const c of clients) c.ws.close?.();
  });
  process.stderr.write(`DevTools listening on ws://127.0.0.1:${server.address().port}${secret}\n`);
}
module.exports = { startRelay };
