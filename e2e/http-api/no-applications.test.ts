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
  '/oauth2/interaction/x/asked',
  '/oauth2/interaction/x/go-on',
  '/oauth2/interaction/x/refuse',
  '/oauth2/par',
  '/oauth2/device_authorization',
  '/oauth2/device/asked',
  '/oauth2/device/go-on',
  '/oauth2/device/refuse',
  '/oauth2/logout',
  '/oauth2/logout/asked',
  '/oauth2/logout/go-on',
  '/oauth2/logout/stay',
  '/.well-known/oauth-authorization-server',
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

describe('without an application or a client secret', () => {
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

/** What brings the first program that the provider gives anything to, as its rows. */
const firstClients = {
  'an application': [
    `insert into applications (id, tenant_id, name, name_key, kind, redirect_uris, logout_uris, created_at, updated_at)
      values ('app_wiki', 'ten_x', 'Wiki', 'wiki', 'web', 'https://app.example/callback', '', 0, 0)`,
  ],
  'a client secret of a service account': [
    `insert into service_account_keys (id, account_id, kind, name, prefix, secret_hash, created_at)
      values ('key_x', 'svc_x', 'client_secret', 'Pipeline', 'castellan_secret_x', 'x', 0)`,
  ],
};

it.each(Object.entries(firstClients))(
  'the provider is loaded neither at the start nor with a request, until there is %s',
  async (_name, rows) => {
    const program = await spawnInstance({
      args: ['--public-url', flags['public-url']],
      environment: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(watching)}` },
    });
    try {
      for (const [method, path] of requests) expect((await ask(program.address, method, path)).status).toBe(404);
      expect(program.stderr()).not.toContain('loads the provider');
      const database = new DatabaseSync(join(program.dataDir, 'castellan.db'), { enableForeignKeyConstraints: false });
      // A key that is sent itself brings nothing.
      database.exec(`insert into service_account_keys (id, account_id, kind, name, prefix, secret_hash, created_at)
        values ('key_api', 'svc_x', 'api_key', 'Pipeline', 'castellan_svc_x', 'api', 0)`);
      expect((await send(program.address, 'GET', '/.well-known/openid-configuration')).status).toBe(404);
      for (const row of rows) database.exec(row);
      database.close();
      expect((await send(program.address, 'GET', '/.well-known/openid-configuration')).status).toBe(200);
      expect(program.stderr()).toContain('loads the provider');
    } finally {
      await program.close();
    }
  },
);
