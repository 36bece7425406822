import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentedBlock } from '#e2e/support/documented-block.ts';
import { freePort } from '#e2e/support/free-port.ts';
import { addProtectedHost } from '#e2e/support/protected-host.ts';
import { type ReverseProxy, runProxy } from '#e2e/support/reverse-proxy.ts';
import { createSeedData, hashSeedPassword, type SeedData } from '#e2e/support/seed-data.ts';
import { createTestApp, type TestApp } from '#e2e/support/test-app.ts';
import { testCertificate } from '#e2e/support/test-certificate.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { callTrpc, send } from '#e2e/support/transports.ts';
import { contract } from '#shared/contract/index.ts';

const publicUrl = 'https://castellan.example';
const lines = {
  nginx: 'With nginx, in the `server` block of the protected host:',
  caddy: 'With Caddy, for the protected host:',
} as const;

const theirs = 'attacker.example';

/** Says what it was sent: the server that is protected. */
const startEcho = async (): Promise<{ server: Server; port: number }> => {
  const server = createServer((asked, response) => {
    response.end(JSON.stringify({ is: 'I was reached', url: asked.url, headers: asked.headers }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
};

interface Answered {
  status: number;
  location: string | undefined;
  body: string;
}

describe.each(['nginx', 'caddy'] as const)('behind %s, set up as documented', (name) => {
  let castellan: TestApp;
  let echo: Awaited<ReturnType<typeof startEcho>>;
  let proxy: ReverseProxy;
  let seed: SeedData;
  let host: string;
  const cookies = new Map<string, string>();
  beforeAll(async () => {
    castellan = await createTestApp({ 'rate-limits': 'off', 'public-url': publicUrl });
    seed = await createSeedData(castellan.app.context, await hashSeedPassword(castellan.app.context));
    echo = await startEcho();
    const port = await freePort();
    host = `localhost:${port}`;
    const setUp = (await documentedBlock('forward-auth.md', lines[name]))
      .replaceAll('127.0.0.1:4310', `127.0.0.1:${castellan.port}`)
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${echo.port}`)
      .replaceAll('APPLICATION_ID', 'app_proxied');
    const { write } = castellan.app.context.db;
    // Of another organization: everything there is public.
    for (const [id, at] of [
      ['app_theirs', theirs],
      ['app_port', 'localhost:1'],
    ] as const)
      await addProtectedHost(write, seed.stranger.tenantId, { id, host: at, rules: [{ path: '/', access: 'public' }] });
    await addProtectedHost(write, seed.own.owner.tenantId, {
      host,
      rules: [
        { path: '/public', access: 'public' },
        { path: '/admin', access: 'group', group_id: 'grp_none' },
      ],
    });
    proxy = await runProxy(name, port, setUp, '/public');
  }, 120_000);
  afterAll(async () => {
    await proxy?.close();
    echo?.server.close();
    await castellan?.close();
  });

  /** A request of a browser to the protected host, exactly as it is spelled. */
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const outgoing = request(
        {
          host: '127.0.0.1',
          port: host.split(':')[1],
          path,
          method,
          servername: 'localhost',
          ca: testCertificate.cert,
          headers: {
            host,
            accept: 'text/html',
            cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
            ...headers,
          },
        },
        (answer) => {
          for (const text of answer.headers['set-cookie'] ?? []) {
            const [pair = ''] = text.split(';');
            cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
          }
          let body = '';
          answer.setEncoding('utf8').on('data', (part: string) => {
            body += part;
          });
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, body }));
        },
      );
      outgoing.once('error', reject);
      outgoing.end();
    });
  /** Sends a request exactly as it is spelled. */
  const sendRaw = (line: string, headers: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const port = Number(host.split(':')[1]);
      const socket = connect({ host: '127.0.0.1', port, servername: 'localhost', ca: testCertificate.cert }, () =>
        socket.write(`${[line, 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`, 'latin1'),
      );
      let text = '';
      socket.setEncoding('latin1').on('data', (part: string) => {
        text += part;
      });
      socket.on('error', reject).on('close', () => resolve(text));
    });
  const cookieLine = () => `Cookie: ${[...cookies].map(([key, value]) => `${key}=${value}`).join('; ')}`;
  const reached = 'I was reached';
  const told = ({ body }: Answered): IncomingHttpHeaders => JSON.parse(body).headers;
  const forged = {
    'remote-user': 'admin',
    'Remote-Groups': 'role:owner',
    Remote_User: 'admin',
    'Remote.User': 'admin',
    'Remote~User': 'admin',
  };
  const remote = (headers: IncomingHttpHeaders) =>
    Object.fromEntries(Object.entries(headers).filter(([key, value]) => /^remote[^a-z]/.test(key) && value !== ''));

  const open = async (email: string, target: string): Promise<{ token: string; answer: Answered }> => {
    cookies.clear();
    const first = await ask(target);
    expect([first.status, first.location]).toEqual([
      302,
      expect.stringContaining(`${publicUrl}/forward-auth/sign-in?`),
    ]);
    const signedIn = await callTrpc(
      castellan.address,
      contract.auth.login,
      { email, password: testPassword },
      { headers: { origin: publicUrl } },
    );
    const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';');
    const page = await send(castellan.address, 'GET', (first.location ?? '').slice(publicUrl.length), {
      headers: { cookie, accept: 'text/html' },
    });
    const back = page.headers.get('location') ?? '';
    expect([page.status, back]).toEqual([302, expect.stringContaining(`https://${host}/.castellan/callback?code=`)]);
    const opened = await ask(back.slice(`https://${host}`.length));
    expect([opened.status, opened.location]).toEqual([302, `https://${host}${target}`]);
    return { token: (signedIn.body as { access_token: string }).access_token, answer: await ask(target, forged) };
  };

  it('someone signs in, and the server is told who they are, whatever they claim', async () => {
    const { answer } = await open(seed.own.owner.email, '/page?x=a%2Fb');
    expect([answer.status, JSON.parse(answer.body).url]).toEqual([200, '/page?x=a%2Fb']);
    expect(remote(told(answer))).toMatchObject({ 'remote-user': seed.own.owner.id, 'remote-groups': 'role:owner' });
    expect(Object.values(remote(told(answer)))).not.toContain('admin');
    const posted = await ask(
      '/page',
      { ...forged, origin: `https://${host}`, 'sec-fetch-site': 'same-origin' },
      'POST',
    );
    expect([posted.status, told(posted)['remote-user']]).toEqual([200, seed.own.owner.id]);
    const query = await ask('/page?x=1', { origin: `https://${host}`, 'sec-fetch-site': 'same-origin' }, 'POST');
    expect(query.status).toBe(200);
    // A client can have a proxy remove headers, but not these.
    const removing = ['Connection: close, Remote-User, Remote-Groups', `Host: ${host}`, cookieLine()];
    const raw = await sendRaw('GET /page HTTP/1.1', removing);
    expect(raw).toContain(`"remote-user":"${seed.own.owner.id}"`);
    expect(raw).toContain('"remote-groups":"role:owner"');
    // The name of this cookie begins with a no-break space, so a sibling of the host may have set it.
    const visit = `__Host-castellan-visit-app_proxied=${cookies.get('__Host-castellan-visit-app_proxied')}`;
    const opens = (cookie: string) => sendRaw('GET /page HTTP/1.1', [`Host: ${host}`, `Cookie: ${cookie}`]);
    expect([await opens(visit), await opens(`\u00a0${visit}`)]).toEqual([
      expect.stringContaining(reached),
      expect.not.stringContaining(reached),
    ]);
  });

  it('a public path gets through without anyone, and without what a client claims', async () => {
    cookies.clear();
    const answer = await ask('/public/x', forged);
    expect([answer.status, remote(told(answer))]).toEqual([200, {}]);
  });

  it.each([
    '/public/../admin',
    '/public/..%2fadmin',
    '/public/%2e%2e/admin',
    '//public',
    '/public/..;/admin',
    '/public\\..\\admin',
    '/public/%252e%252e/admin',
  ])('%s gets no one through', async (target) => {
    cookies.clear();
    const { status } = await ask(target);
    expect([target, [302, 400, 403, 404].includes(status)]).toEqual([target, true]);
  });

  it.each([
    ['another port as its host', 'GET /page HTTP/1.1', ['Host: localhost:1']],
    ['another host', 'GET /page HTTP/1.1', [`Host: ${theirs}`]],
    ['a whole URL of another host', `GET https://${theirs}/page HTTP/1.1`, [`Host: ${theirs}`]],
    // Go reads these as the scheme x, and asks Castellan for what is behind it in place of the check.
    ['a URL of Castellan in place of a path', 'GET x:http://castellan.example/page HTTP/1.1', []],
    ['the same to write', 'POST x:http://castellan.example/page?a=1 HTTP/1.1', ['Content-Length: 0']],
    ['bytes that are no text', 'GET /public/\xc0\xae\xc0\xae/admin HTTP/1.1', []],
  ])('no one gets through with %s', async (_name, line, headers) => {
    const named = headers.some((header) => header.startsWith('Host')) ? headers : [...headers, `Host: ${host}`];
    expect(await sendRaw(line, named)).not.toContain(reached);
    expect(await sendRaw(line.replace('//attacker', `//${host}/?`), named)).not.toContain(reached);
  });

  it('leads to the sign-in from a long address, too', async () => {
    cookies.clear();
    for (const target of [`/x?q=${'a'.repeat(1_900)}`, `/x?q=${'"'.repeat(1_900)}`])
      expect(await sendRaw(`GET ${target} HTTP/1.1`, [`Host: ${host}`, 'Accept: text/html'])).toMatch(
        /^HTTP\/1\.1 302 /,
      );
  });

  it('a script gets 401, and a sign-out or the end of the session counts on the next request', async () => {
    const { token } = await open(seed.own.member.email, '/');
    expect((await ask('/')).status).toBe(200);
    expect((await ask('/admin', { accept: 'application/json' })).status).toBe(403);
    expect((await callTrpc(castellan.address, contract.auth.logout, {}, { token })).status).toBe(200);
    expect((await ask('/', { accept: 'application/json' })).status).toBe(401);
    await open(seed.own.member.email, '/');
    const out = await ask('/.castellan/sign-out');
    expect([out.status, out.location]).toEqual([302, `${publicUrl}/oauth2/logout?client_id=app_proxied`]);
    expect((await ask('/', { accept: 'application/json' })).status).toBe(401);
  });
});
