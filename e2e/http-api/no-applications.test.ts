import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestApp, spawnInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { tablesOf } from '#main/storage/database/tables.ts';

const flags = { 'public-url': 'https://castellan.example' };
const providerPaths = [
  '/.well-known/openid-configuration',
  '/oauth2/authorize',
  '/oauth2/authorize/x',
  '/oauth2/token',
  '/oauth2/userinfo',
  '/oauth2/introspect',
  '/oauth2/revoke',
  '/oauth2/interaction/x',
  '/oauth2/interaction/x/asked',
  '/oauth2/interaction/x/go-on',
  '/oauth2/interaction/x/refuse',
];
const methods = ['GET', 'POST'] as const;
const requests = methods.flatMap((method) => providerPaths.map((path) => [method, path] as const));

const ask = async (address: string, method: (typeof methods)[number], path: string) => {
  const url = `${path}?client_id=app_wiki&response_type=code&scope=openid&redirect_uri=https%3A%2F%2Fapp.example%2Fcallback`;
  const headers = { accept: 'text/html', 'x-forwarded-for': '203.0.113.9' };
  const body = method === 'POST' ? { client_id: 'app_wiki', grant_type: 'authorization_code', code: 'x' } : undefined;
  const answer = await send(address, method, url, { headers, body });
  const { request_id, ...problem } = answer.problem ?? {};
  const names = [...answer.headers.keys()].filter((name) => !['date', 'x-request-id', 'content-length'].includes(name));
  return { status: answer.status, problem, headers: names.map((name) => [name, answer.headers.get(name)]) };
};

describe('without an application', () => {
  const server = perFile(() => createTestApp(flags));

  it.each(requests)('%s %s answers as a path that no route has', async (method, path) => {
    const answer = await ask(server.address, method, path);
    expect(answer.status).toBe(404);
    expect(answer).toEqual(await ask(server.address, method, '/oauth2/nothing'));
  });

  it('such requests write nothing, count nothing and make no keys', async () => {
    for (const [method, path] of requests) await ask(server.address, method, path);
    const { db, keys } = server.app.context;
    for (const table of ['oauth_records', 'throttle_counts'] as const)
      expect(await tablesOf(db.read).selectFrom(table).selectAll().execute()).toEqual([]);
    expect(keys.current.signing).toBeUndefined();
  });
});

/** Says so when the library of the provider is loaded. */
const watching = `import { registerHooks } from 'node:module';
registerHooks({ resolve(name, context, next) {
  if (name === 'oidc-provider') process.stderr.write('loads the provider\\n');
  return next(name, context);
} });`;

it('the provider is loaded neither at the start nor with a request, until there is an application', async () => {
  const program = await spawnInstance({
    args: ['--public-url', flags['public-url']],
    environment: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(watching)}` },
  });
  try {
    for (const [method, path] of requests) expect((await ask(program.address, method, path)).status).toBe(404);
    expect(program.stderr()).not.toContain('loads the provider');
    const database = new DatabaseSync(join(program.dataDir, 'castellan.db'), { enableForeignKeyConstraints: false });
    database.exec(`insert into applications (id, tenant_id, name, name_key, kind, redirect_uris, logout_uris, created_at)
      values ('app_wiki', 'ten_x', 'Wiki', 'wiki', 'web', 'https://app.example/callback', '', 0)`);
    database.close();
    expect((await send(program.address, 'GET', '/.well-known/openid-configuration')).status).toBe(200);
    expect(program.stderr()).toContain('loads the provider');
  } finally {
    await program.close();
  }
});
