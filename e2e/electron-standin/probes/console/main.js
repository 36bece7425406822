import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { app, BrowserWindow, ipcMain, Menu, net, protocol, safeStorage, session, shell } from 'electron';

const refused = [];
const here = path.dirname(fileURLToPath(import.meta.url));
protocol.registerSchemesAsPrivileged([
  {
    scheme: 'app',
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, corsEnabled: true },
  },
]);
if (!app.requestSingleInstanceLock()) {
  app.quit();
} else {
  app.on('second-instance', (_e, argv) => {
    globalThis.secondArgv = argv;
    BrowserWindow.getAllWindows()[0]?.focus();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('web-contents-created', (_e, wc) => {
    wc.setWindowOpenHandler(({ url }) => {
      void shell.openExternal(url);
      return { action: 'deny' };
    });
    wc.on('will-navigate', (e, url) => {
      if (url.startsWith('app://castellan/')) return;
      e.preventDefault();
      refused.push(url);
    });
  });
  let cancelled = 0;
  globalThis.refused = refused;
  globalThis.stats = () => ({ cancelled });

  const trpc = async (req, url) => {
    if (url.pathname === '/trpc/ping')
      return Response.json({ pong: true, url: req.url, method: req.method, initiator: req.initiatorOrigin ?? null });
    if (url.pathname === '/trpc/echo')
      return new Response(await req.text(), { headers: { 'content-type': req.headers.get('content-type') ?? '' } });
    if (url.pathname === '/trpc/hash') {
      // streamed request body
      const h = createHash('sha256');
      let n = 0,
        chunks = 0;
      for await (const c of req.body) {
        h.update(c);
        n += c.length;
        chunks++;
      }
      return Response.json({ n, chunks, sha256: h.digest('hex') });
    }
    if (url.pathname === '/trpc/events') {
      // streamed response body, held open
      let t,
        i = 0;
      const body = new ReadableStream({
        start(c) {
          t = setInterval(
            () => c.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ i: ++i, t: Date.now() })}\n\n`)),
            100,
          );
        },
        cancel() {
          cancelled++;
          clearInterval(t);
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } });
    }
    if (url.pathname === '/trpc/big') {
      let left = 64;
      return new Response(
        new ReadableStream({
          pull(c) {
            if (left-- > 0) c.enqueue(new Uint8Array(1 << 20).fill(left));
            else c.close();
          },
        }),
      );
    }
    if (url.pathname === '/trpc/fail') throw new Error('handler threw');
    return new Response('no', { status: 404 });
  };
  app.whenReady().then(async () => {
    protocol.handle('app', async (req) => {
      const url = new URL(req.url);
      if (url.host !== 'castellan') return new Response('bad host', { status: 400 });
      if (url.pathname.startsWith('/trpc/')) return trpc(req, url);
      const file = path.join(here, 'pages', url.pathname === '/' ? 'index.html' : url.pathname);
      const r = await net.fetch(pathToFileURL(file).href);
      return new Response(r.body, { headers: { 'content-type': r.headers.get('content-type') ?? '' } });
    });
    session.defaultSession.setPermissionRequestHandler((_wc, permission, cb) => cb(permission === 'clipboard-read'));
    session.defaultSession.webRequest.onHeadersReceived((d, cb) =>
      cb({
        responseHeaders: {
          ...d.responseHeaders,
          'Content-Security-Policy': ["default-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self' app:"],
        },
      }),
    );
    Menu.setApplicationMenu(
      Menu.buildFromTemplate([
        {
          label: 'File',
          submenu: [{ id: 'hello', label: 'Hello', click: (_i, w) => w?.webContents.send('menu', 'hello') }],
        },
      ]),
    );
    ipcMain.handle('ping', (e, x) => ({
      pong: x,
      when: new Date(0),
      bytes: new Uint8Array([1, 2, 3]),
      m: new Map([['a', 1n]]),
      from: e.senderFrame.url,
      enc: safeStorage.decryptString(safeStorage.encryptString('s3cret')),
    }));
    ipcMain.handle('boom', () => {
      throw new TypeError('nope');
    });
    ipcMain.on('hello', (e, x) => e.sender.send('hello-back', x + 1));
    const open = () => {
      const win = new BrowserWindow({
        width: 900,
        height: 640,
        show: false,
        webPreferences: { preload: path.join(here, 'preload.cjs') },
      });
      win.once('ready-to-show', () => win.show());
      return win.loadURL('app://castellan/index.html');
    };
    app.on('activate', () => {
      if (BrowserWindow.getAllWindows().length === 0) open();
    });
    await open();
    globalThis.loaded = true;
  });
}
