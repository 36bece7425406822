import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { ElectronApplication, Page } from '@playwright/test';
import { freePort } from '../support/free-port.ts';
import { spawnInstance } from '../support/test-app.ts';
import { testCertificate } from '../support/test-certificate.ts';
import { account, expect, pagesOf, post } from './desktop.ts';
import { clickMenuItem } from './menu.ts';

const spki = new X509Certificate(testCertificate.cert).publicKey.export({ type: 'spki', format: 'der' });

/** Makes Chromium trust the certificate of these tests, as if its authority were installed. */
export const trusted = [
  `--ignore-certificate-errors-spki-list=${createHash('sha256').update(spki).digest('base64')}`,
] as const;

/** Another server, as the desktop app sees it. */
export interface OtherRemote {
  readonly address: string;
  close(): Promise<void>;
}

const listen = async (server: Server, scheme: 'http' | 'https', port = 0): Promise<OtherRemote> => {
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  let closed: Promise<void> | undefined;
  return {
    address: `${scheme}://localhost:${(server.address() as AddressInfo).port}/`,
    close: () => (closed ??= close()),
  };
};

/** A server of the tests' own, with a self-signed certificate. */
export const serveHttps = (answer: RequestListener) => listen(createHttpsServer(testCertificate, answer), 'https');
export const serveHttp = (answer: RequestListener) => listen(createHttpServer(answer), 'http');

/** A real Castellan on another server, with the usual account, behind a proxy that terminates TLS. */
export const serveCastellan = async (): Promise<OtherRemote & { service: string }> => {
  const port = await freePort();
  const service = await spawnInstance({ args: ['--public-url', `https://localhost:${port}`] });
  await expect.poll(service.stdout).toContain('setup token');
  const setup_token = /setup token for the first account: (\S+)/.exec(service.stdout())?.[1];
  expect((await post(service.address, '/auth/signup', { ...account, setup_token })).status).toBe(201);
  const proxy = createTlsServer(testCertificate, (client) => {
    const upstream = connect(service.port, '127.0.0.1');
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    client.pipe(upstream).pipe(client);
  });
  const { address, close } = await listen(proxy, 'https', port);
  return {
    address,
    service: service.address,
    async close() {
      await close();
      await service.close();
    },
  };
};

/** The first page of a console, as far as the app checks it. */
export const consoleHtml = (contract: number | undefined, script = ''): string =>
  `<!doctype html><html><head><meta name="csp-nonce" content="x">${
    contract === undefined ? '' : `<meta name="castellan-desktop-contract" content="${contract}" />`
  }<title>Castellan</title></head><body><h1>A console</h1><script>${script}</script></body></html>`;

/** Adds a server on the app's page of servers. */
export const addRemote = async (app: ElectronApplication, page: Page, address: string, name: string): Promise<void> => {
  await clickMenuItem(app, 'manage-servers');
  await page.getByLabel('Address').fill(address);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Add server' }).click();
};

/** The page of another server, or the page that the app shows instead of it. */
export const otherPage = async (app: ElectronApplication): Promise<Page> => {
  const find = () => pagesOf(app).find((page) => !page.url().startsWith('app:'));
  await expect.poll(find).toBeDefined();
  return find() as Page;
};

/** What the title of the window says. */
export const titleOf = (app: ElectronApplication): Promise<string | undefined> =>
  app.evaluate(({ BaseWindow }) => BaseWindow.getAllWindows()[0]?.getTitle());
