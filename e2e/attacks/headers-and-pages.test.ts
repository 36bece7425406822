import { describe, expect, it, vi } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createSeedData, hashSeedPassword } from '#e2e/support/seed-data.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { type Answer, send } from '#e2e/support/transports.ts';
import { bodyLimits } from '#shared/rules/limits.ts';

const server = perFile(() => createTestApp());
const seed = perFile(async () => createSeedData(server.app.context, await hashSeedPassword(server.app.context)));

const get = (path: string, headers: Record<string, string> = {}) => send(server.address, 'GET', path, { headers });

/** The directives of a content security policy by name. */
const policyOf = ({ headers }: Answer): Map<string, string> =>
  new Map(
    (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ');
      return [name, values.join(' ')];
    }),
  );

/** Lists what is wrong with the headers that every answer must have. */
const missingHeaders = (answer: Answer): string[] => {
  const { headers } = answer;
  return [
    headers.get('x-content-type-options') === 'nosniff' ? '' : 'nosniff',
    headers.get('referrer-policy') === 'no-referrer' ? '' : 'no-referrer',
    headers.get('cache-control') === 'no-store' ? '' : `cache-control ${headers.get('cache-control')}`,
    policyOf(answer).get('frame-ancestors') === "'none'" ? '' : 'frame-ancestors',
    /^'none'/.test(policyOf(answer).get('default-src') ?? '') ? '' : 'default-src',
    headers.has('x-powered-by') || headers.has('server') ? 'names the framework' : '',
    [...headers.keys()].some((name) => name.startsWith('access-control')) ? 'grants other origins' : '',
  ].filter((reason) => reason !== '');
};

describe('headers of every answer', () => {
  it.each([
    ['the console', 'GET', '/', 200],
    ['a page of the console', 'GET', '/dashboard/workspaces', 200],
    ['the reference page', 'GET', '/api/docs', 200],
    ['its script', 'GET', '/api/docs/start.js', 200],
    ['the document', 'GET', '/api/v1/openapi.json', 200],
    ['liveness', 'GET', '/healthz', 200],
    ['readiness', 'GET', '/readyz', 200],
    ['metrics', 'GET', '/metrics', 200],
    ['an operation', 'GET', '/api/v1/users/me', 200],
    ['a HEAD', 'HEAD', '/api/v1/users/me', 200],
    ['a procedure', 'GET', '/trpc/profile.getMe', 200],
    ['an invalid field', 'POST', '/api/v1/auth/login', 400],
    ['an invalid procedure input', 'POST', '/trpc/auth.login', 400],
    ['an unknown procedure', 'GET', '/trpc/profile.nothing', 404],
    ['an unknown route', 'GET', '/api/v1/nothing', 404],
    ['an unknown file', 'GET', '/nothing.js', 404],
    ['a path that cannot be decoded', 'GET', '/%', 404],
    ['another method', 'PATCH', '/api/v1/users/me', 405],
    ['another method of a page', 'POST', '/', 404],
  ])('%s (%s %s)', async (_, method, path, status) => {
    const answer = await send(server.address, method, path, {
      token: seed.own.owner.token,
      ...(method === 'POST' && { body: {} }),
    });
    expect(answer.status).toBe(status);
    expect(missingHeaders(answer)).toEqual([]);
  });

  it('errors of each kind', async () => {
    const login = (options: Parameters<typeof send>[3]) => send(server.address, 'POST', '/api/v1/auth/login', options);
    const wrong = { email: 'headers@example.com', password: 'wrong' };
    const answers = [
      await get('/api/v1/users/me'),
      await get('/healthz', { origin: 'https://evil.com' }),
      await login({ body: { password: 'x'.repeat(bodyLimits.standard) } }),
      await login({ headers: { 'content-type': 'text/plain' }, body: {} }),
      await login({ headers: { 'content-type': 'application/json' } }),
    ];
    for (let failure = 0; failure < 6; failure += 1) await login({ body: wrong });
    answers.push(await login({ body: wrong }));
    vi.spyOn(server.app.context.passwords, 'verify').mockRejectedValue(new Error('injected'));
    answers.push(await login({ body: { ...wrong, email: 'other@example.com' } }));
    vi.spyOn(server.app.context.passwords, 'verify').mockRejectedValue({ code: 'SQLITE_FULL' });
    answers.push(await login({ body: { ...wrong, email: 'other@example.com' } }));
    expect(answers.map(({ status }) => status)).toEqual([401, 403, 413, 415, 400, 429, 500, 503]);
    for (const answer of answers) expect([answer.status, ...missingHeaders(answer)]).toEqual([answer.status]);
  });
});

describe('the console page', () => {
  it('runs only its own scripts, and only its own style elements or those with the nonce', async () => {
    const policy = policyOf(await get('/'));
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('script-src')).toBe("'self'");
    expect(policy.get('style-src')).toMatch(/^'self' 'nonce-[\w-]{22}'$/);
    expect(policy.get('connect-src')).toBe("'self'");
    expect(policy.get('base-uri')).toBe("'self'");
    expect(policy.get('form-action')).toBe("'self'");
    // Anything without a directive of its own falls back to `default-src`.
    const unused = ['object-src', 'media-src', 'worker-src', 'manifest-src', 'child-src', 'prefetch-src'];
    const allowed = unused.map((name) => [name, policy.get(name) ?? policy.get('default-src')]);
    expect(allowed).toEqual(unused.map((name) => [name, "'none'"]));
    const lax = [...policy].filter(([, values]) => /unsafe-eval|unsafe-inline|\*|https?:/.test(values));
    expect(lax).toEqual([['style-src-attr', "'unsafe-inline'"]]);
  });

  it('uses a fresh nonce in each answer, in both the page and the policy', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const answer = await get('/login');
      const nonce = /'nonce-([\w-]+)'/.exec(policyOf(answer).get('style-src') ?? '')?.[1] ?? '';
      expect(answer.text).not.toContain('__CSP_NONCE__');
      expect(answer.text).toContain(nonce);
      seen.add(nonce);
    }
    expect(seen.size).toBe(20);
    expect(seen.has('')).toBe(false);
  });

  it('has no inline script', async () => {
    const { text } = await get('/');
    const inline = [...text.matchAll(/<script\b([^>]*)>/g)].filter(([, attributes]) => !attributes?.includes('src='));
    expect(inline).toEqual([]);
    expect(text).not.toMatch(/\son\w+=/);
  });
});

describe('the reference page', () => {
  it.each(['/api/docs', '/api/docs/'])('loads only from this server at %s', async (path) => {
    const page = await get(path);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.text).not.toMatch(/https?:\/\//);
    const references = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, reference]) => reference as string);
    expect(references.length).toBeGreaterThanOrEqual(3);
    for (const reference of references) {
      const asset = await get(reference);
      expect([reference, asset.status]).toEqual([reference, 200]);
      expect(asset.headers.get('content-type')).toMatch(/^(text|application)\/(css|javascript)/);
      expect(asset.text.length).toBeGreaterThan(0);
    }
    expect(policyOf(page).get('script-src')).toBe("'self'");
    expect((await get('/api/docs/start.js')).text).toContain('/api/v1/openapi.json');
  });

  it('serves the files that it loads compressed, and not again to whoever has them', async () => {
    for (const [file, type] of [
      ['swagger-ui.css', 'text/css'],
      ['swagger-ui-bundle.js', 'text/javascript'],
    ] as const) {
      const url = `${server.address}/api/docs/assets/${file}`;
      const first = await fetch(url);
      expect(first.headers.get('content-type')).toContain(type);
      expect(first.headers.get('content-encoding')).toBe('gzip');
      expect(await first.text()).toContain('swagger-ui');
      const again = await fetch(url, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
      expect([again.status, await again.text()]).toEqual([304, '']);
    }
  });

  it('serves no other file of its package', async () => {
    for (const file of ['package.json', 'index.html', 'swagger-ui-bundle.js.map', 'oauth2-redirect.html']) {
      expect((await get(`/api/docs/assets/${file}`)).status).toBe(404);
    }
  });
});

describe('health checks and metrics', () => {
  it('report that the service is alive and ready', async () => {
    expect((await get('/healthz')).body).toEqual({ status: 'ok' });
    expect((await get('/readyz')).body).toEqual({ status: 'ready' });
  });

  it('report alive but not ready while the database cannot be read', async () => {
    vi.spyOn(server.app.context.db, 'assertReady').mockRejectedValue({ code: 'SQLITE_BUSY' });
    // Probes share an outcome for a second.
    const ready = async () => {
      const { status, problem } = await get('/readyz');
      return [status, problem?.code];
    };
    await expect.poll(ready, { timeout: 5_000 }).toEqual([503, 'BUSY']);
    expect((await get('/healthz')).status).toBe(200);
  });

  it("serve metrics to the local machine, without people's names", async () => {
    await get('/api/v1/users/me');
    const { status, text } = await get('/metrics');
    expect(status).toBe(200);
    expect(text).toMatch(/^castellan_sessions_open \d+$/m);
    expect(text).toMatch(
      /castellan_http_request_duration_seconds_count\{route="\/api\/v1\/users\/me",method="GET",status="401"\} \d+/,
    );
    expect(text).not.toMatch(/@example\.com|user_[\w-]{22}|tnt_[\w-]{22}/);
  });

  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-for', ''],
    ['forwarded', 'for=127.0.0.1'],
  ])('refuse metrics to requests that a proxy forwards (%s: %j)', async (name, value) => {
    const answer = await get('/metrics', { [name]: value });
    expect([answer.status, answer.problem?.code]).toEqual([404, 'NOT_FOUND']);
    expect(answer.text).not.toContain('castellan_');
  });
});
