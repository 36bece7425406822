import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { documentedBlock } from '#e2e/support/documented-block.ts';
import { freePort } from '#e2e/support/free-port.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { runProxy, sendFrom } from '#e2e/support/reverse-proxy.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { createLogger } from '#main/platform/logger.ts';

const publicUrl = 'https://castellan.example';
const asProxy = {
  'x-forwarded-host': 'wiki.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-method': 'GET',
  'x-forwarded-uri': '/',
  accept: 'text/html',
};
const ask = async ({ address }: { address: string }, path: string) =>
  (await send(address, 'GET', path, { headers: asProxy })).status;

/** Proxies take each 2xx for a yes. */
const isYes = (status: number): boolean => status >= 200 && status < 300;

describe('a proxy that asks a Castellan', () => {
  const plain = perFile(() => createTestApp());
  const http = perFile(() => createTestApp({ 'public-url': 'http://castellan.example' }));
  const https = perFile(() => createTestApp({ 'public-url': publicUrl }));
  const below = perFile(() => createTestApp({ 'public-url': publicUrl, 'base-path': '/castellan' }));

  it.each(['/forward-auth/check/app_proxied', '/forward-auth/check/app_proxied/auth-request'])(
    'without a public URL gets no yes at %s',
    async (path) => {
      expect(isYes(await ask(plain, path))).toBe(false);
    },
  );
  it.each(['/forward-auth/check/app_proxied', '/forward-auth/check/app_proxied/auth-request'])(
    'with one over plain http gets no yes at %s',
    async (path) => {
      expect(isYes(await ask(http, path))).toBe(false);
    },
  );
  it.each([
    '/forward-auth',
    '/forward-auth/check',
    '/forward-auth/check/',
    '/forward-auth/check/app_proxied/',
    '/forward-auth/check/app_unknown',
    '/forward_auth',
    '/forward-auth/sign-in',
    '/',
    '/login',
    '/castellan/forward-auth/check/app_proxied',
    '/healthz',
    '/api/v1/welcome',
    '/oauth2/jwks',
  ])('gets no yes at the wrong address %s', async (path) => {
    expect(isYes(await ask(https, path))).toBe(false);
  });
  it.each(['/castellan/forward-auth/', '/Castellan/forward-auth/check/app_proxied'])(
    'below a path gets no yes at the wrong address %s',
    async (path) => {
      expect(isYes(await ask(below, path))).toBe(false);
    },
  );
});

describe('the log', () => {
  const lines: string[] = [];
  const server = perFile(() =>
    createTestApp({ 'public-url': publicUrl }, createLogger('warn', { write: (line) => void lines.push(line) })),
  );
  /** What it says of one request. */
  const said = async (path: string, headers: Record<string, string> = asProxy) => {
    lines.length = 0;
    await send(server.address, 'GET', path, { headers });
    return lines.map((line): unknown => JSON.parse(line));
  };

  it('says why a proxy is refused that isn’t set up as documented, since nginx shows that to no one', async () => {
    expect(await said('/forward-auth/check/app_unknown/auth-request?token=secret')).toEqual([
      expect.objectContaining({
        why: 'There is no such application',
        asked_at: '/forward-auth/check/app_unknown/auth-request',
        forwarded_host: 'wiki.example',
        proxy: '127.0.0.1',
        msg: 'refused what a proxy asked; see docs/forward-auth.md',
      }),
    ]);
    expect(await said('/forward-auth/check')).toEqual([
      expect.objectContaining({ why: expect.stringContaining('where a proxy asks') }),
    ]);
    const { 'x-forwarded-method': _, ...without } = asProxy;
    expect(await said('/forward-auth/check/app_unknown', without)).toEqual([
      expect.objectContaining({ why: expect.stringContaining('X-Forwarded-Method') }),
    ]);
  });
  it('takes ten lines a minute of it', async () => {
    for (let request = 0; request < 12; request += 1) await ask(server, '/forward-auth/check/app_unknown');
    expect(lines.length).toBeLessThan(10);
  });
});

it('nginx, set up as documented, lets no one in once Castellan was started without its public URL', async () => {
  const castellan = await createTestApp();
  const wiki = createServer((_asked, response) => response.end('REACHED'));
  await new Promise<void>((resolve) => wiki.listen(0, '127.0.0.1', resolve));
  const documented = await documentedBlock(
    'forward-auth.md',
    'With nginx, in the `server` block of the protected host:',
  );
  const setUp = documented
    .replaceAll('127.0.0.1:4310', `127.0.0.1:${castellan.port}`)
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${(wiki.address() as AddressInfo).port}`);
  const port = await freePort();
  const proxy = await runProxy('nginx', port, `${setUp}\nlocation = /ready { return 200; }`, '/ready');
  try {
    const answer = await sendFrom('127.0.0.1', `https://localhost:${port}/admin`, { headers: { accept: 'text/html' } });
    expect(answer.body).not.toContain('REACHED');
  } finally {
    await proxy.close();
    wiki.close();
    await castellan.close();
  }
});
