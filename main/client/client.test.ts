import { beforeEach, expect, it } from 'vitest';
import { endpoints } from '#shared/contract/endpoints.ts';
import { createUntypedClient } from './client.ts';
import { memoryStore } from './credentials.ts';
import { ApiError, CastellanError, ConnectionError } from './errors.ts';

const user = { id: 'user_1', email: 'ada@example.com', tenant_id: 'tnt_1' };
const tokens = (name: string) => ({ access_token: `a-${name}`, refresh_token: `r-${name}`, expires_in: 3_600, user });
const problem = (status: number, code: string, more: object = {}) =>
  Response.json({ title: code, status, detail: code, code, request_id: 'req_1', ...more }, { status });

class NotFoundError extends ApiError<'NOT_FOUND'> {}

let requests: string[];
let keys: (string | null)[];
beforeEach(() => {
  requests = [];
  keys = [];
});

/** A client whose requests get these answers, by method and path. */
const clientOf = (answers: Readonly<Record<string, (() => Response)[]>>, apiKey?: string) => {
  const store = memoryStore();
  const client = createUntypedClient(
    {
      url: 'https://castellan.test/base/',
      store,
      ...(apiKey !== undefined && { apiKey }),
      surroundings: {
        now: () => 0,
        wait: async () => undefined,
        async fetch(request) {
          const { pathname, search } = new URL(request.url);
          const name = `${request.method} ${pathname.replace('/base/api/v1', '')}${search}`;
          const { headers } = request;
          requests.push(
            [name, headers.get('authorization'), headers.get('castellan-device'), await request.text()].join('|'),
          );
          keys.push(headers.get('idempotency-key'));
          return answers[name]?.shift()?.() ?? problem(404, 'NOT_FOUND');
        },
      },
    },
    endpoints,
    { NOT_FOUND: NotFoundError as never },
  );
  return { client, store };
};

it('puts what is given into the path, the query and the body', async () => {
  const { client } = clientOf({}, 'castellan_key');
  await client.call('listEvents', { tenant_id: 'tnt/1', types: ['a', 'b'], after: undefined }).catch(() => undefined);
  await client.call('updateWorkspace', { tenant_id: 'tnt_1', slug: 's', name: 'ä' }).catch(() => undefined);
  expect(requests).toEqual([
    'GET /tenants/tnt%2F1/events?types=a&types=b|Bearer castellan_key||',
    'PUT /tenants/tnt_1/workspaces/s|Bearer castellan_key||{"name":"ä"}',
  ]);
});

it('says which part of the path is missing, and sends nothing', async () => {
  const { client } = clientOf({}, 'castellan_key');
  for (const slug of [undefined, '']) {
    await expect(client.call('getWorkspace', { tenant_id: 'tnt_1', slug })).rejects.toThrow('slug is missing');
  }
  expect(requests).toEqual([]);
});

it('sends nothing if a part of the path would lead to another operation', async () => {
  const { client } = clientOf({}, 'castellan_key');
  for (const part of ['.', '..']) {
    // Without this, it would delete the workspace.
    const input = { tenant_id: 'tnt_1', group_id: part, slug: 'billing' };
    await expect(client.call('removeGroupWorkspace', input)).rejects.toThrow(`group_id can't be ${part}`);
    const params = { path: { user_id: part } };
    await expect(client.http.GET('/users/{user_id}' as never, { params } as never)).rejects.toThrow(CastellanError);
  }
  await client.call('getMember', { tenant_id: 'tnt_1', user_id: '%2e%2E' }).catch(() => undefined);
  expect(requests).toEqual(['GET /tenants/tnt_1/users/%252e%252E|Bearer castellan_key||']);
});

it('signs in with a code once it is asked for one, and keeps the session and the device', async () => {
  const required = { second_factor_token: 't', second_factor_methods: ['totp'] };
  const signedIn = () => Response.json(tokens('1'), { headers: { 'castellan-device': 'd-1' } });
  const { client, store } = clientOf({
    'POST /auth/login': Array(2).fill(() => problem(403, 'SECOND_FACTOR_REQUIRED', required)),
    'POST /auth/second-factor': [signedIn, signedIn],
  });
  const code = (methods: readonly string[]) => `${methods.join()}-123456`;
  await client.signIn({ email: 'e', password: 'p', code });
  await client.signIn({ email: 'e', password: 'p', code: '1' });
  expect(requests).toEqual([
    'POST /auth/login|||{"email":"e","password":"p"}',
    'POST /auth/second-factor|||{"second_factor_token":"t","code":"totp-123456"}',
    'POST /auth/login||d-1|{"email":"e","password":"p"}',
    'POST /auth/second-factor||d-1|{"second_factor_token":"t","code":"1"}',
  ]);
  expect(await store.read()).toMatchObject({ device: 'd-1', session: { access_token: 'a-1', expires_at: 3_600_000 } });
});

it('refreshes a token that the service no longer takes, and sends the request again', async () => {
  const { client } = clientOf({
    'GET /users/me': [() => problem(401, 'TOKEN_EXPIRED'), () => Response.json({ name: 'Ada' })],
    'POST /auth/refresh': [() => Response.json(tokens('2'))],
  });
  await client.keep(tokens('1'));
  expect(await client.call('getMe')).toEqual({ name: 'Ada' });
  expect(requests).toEqual([
    'GET /users/me|Bearer a-1||',
    'POST /auth/refresh|||{"refresh_token":"r-1"}',
    'GET /users/me|Bearer a-2||',
  ]);
});

it('pauses between attempts to refresh while the service can not be reached', async () => {
  let time = 0;
  const attempts: number[] = [];
  const surroundings = {
    now: () => time,
    wait: async (ms: number) => {
      time += ms;
    },
    fetch: async () => {
      time += 1;
      attempts.push(time);
      throw new TypeError('connect ECONNREFUSED');
    },
  };
  const client = createUntypedClient({ url: 'https://castellan.test', surroundings }, endpoints, {});
  await client.keep({ ...tokens('1'), expires_in: 0 });
  await expect(client.call('getMe')).rejects.toThrow(ConnectionError);
  expect(attempts).toEqual([1, 252, 753, 1_754, 3_755, 7_756]);
});

it('does not refresh for a session that has ended, nor for a key', async () => {
  const ended = () => problem(401, 'SESSION_ENDED', { reason: 'idle' });
  const { client } = clientOf({ 'GET /users/me': [ended] });
  await client.keep(tokens('1'));
  await expect(client.call('getMe')).rejects.toMatchObject({
    code: 'SESSION_ENDED',
    reason: 'idle',
    requestId: 'req_1',
  });
  const { client: keyed } = clientOf({ 'GET /users/me': [() => problem(401, 'TOKEN_INVALID')] }, 'castellan_key');
  await expect(keyed.call('getMe')).rejects.toMatchObject({ code: 'TOKEN_INVALID', status: 401 });
  expect(requests).toHaveLength(2);
});

it('signs out of a session that has ended already', async () => {
  const { client, store } = clientOf({ 'POST /auth/logout': [() => problem(401, 'SESSION_ENDED')] });
  await client.keep(tokens('1'));
  await client.signOut();
  await client.signOut();
  expect([await store.read(), requests.length]).toEqual([{}, 1]);
});

it('names each creation anew, and its repetitions alike', async () => {
  const busy = () => problem(503, 'BUSY');
  const { client } = clientOf({ 'POST /tenants/tnt_1/workspaces': [busy, busy] });
  const input = { tenant_id: 'tnt_1', name: 'n' };
  for (const options of [{}, {}, { idempotencyKey: 'mine' }])
    await client.call('createWorkspace', input, options).catch(() => undefined);
  const [first, second, third, next, own] = keys;
  expect([first, first, first, own]).toEqual([second, third, expect.stringMatching(/^[\da-f]{32}$/), 'mine']);
  expect(next).not.toBe(first);
});

it('reads a list to its end', async () => {
  const path = 'GET /tenants/tnt_1/workspaces?limit=2';
  const page = (names: string[], cursor?: string) => () =>
    Response.json(
      { workspaces: names, total: 3 },
      { headers: cursor ? { link: `</api/v1/tenants/tnt_1/workspaces?limit=2&cursor=${cursor}>; rel="next"` } : {} },
    );
  const { client } = clientOf({ [path]: [page(['a', 'b'], 'x%2By')], [`${path}&cursor=x%2By`]: [page(['c'])] });
  const seen: unknown[] = [];
  for await (const row of client.each.listWorkspaces?.({ tenant_id: 'tnt_1', limit: 2 }) ?? []) seen.push(row);
  expect(seen).toEqual(['a', 'b', 'c']);
});

it('follows events from now on, until it is told to stop', async () => {
  const page =
    (next: number, events: string[], removed = false) =>
    () =>
      Response.json({ events, next, removed });
  const { client } = clientOf({
    'GET /tenants/tnt_1/events': [page(7, [])],
    'GET /tenants/tnt_1/events?after=7&wait_seconds=25': [page(9, ['eight', 'nine'], true)],
    'GET /tenants/tnt_1/events?after=9&wait_seconds=25': [page(10, ['ten'])],
  });
  const ending = new AbortController();
  let gaps = 0;
  const onGap = () => {
    gaps += 1;
  };
  const seen: unknown[] = [];
  for await (const event of client.events({ tenant_id: 'tnt_1', onGap, signal: ending.signal } as never)) {
    seen.push(event);
    if (event === 'ten') ending.abort();
  }
  expect([seen, gaps]).toEqual([['eight', 'nine', 'ten'], 1]);
});

it('throws the class of a code, the common one of a code that it does not know, and another for a stranger', async () => {
  const { client } = clientOf({
    'GET /users/me': [() => problem(418, 'TEAPOT'), () => new Response('<html>', { status: 404 })],
  });
  await expect(client.call('whoAmI')).rejects.toBeInstanceOf(NotFoundError);
  await expect(client.call('getMe')).rejects.toMatchObject({ name: 'ApiError', code: 'TEAPOT' });
  await expect(client.call('getMe')).rejects.toThrow(ConnectionError);
});

it.each([
  ['a page', () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })],
  ['half an answer', () => new Response('{"name":"A', { headers: { 'content-type': 'application/json' } })],
  ['a text', () => Response.json('hello')],
  ['nothing', () => new Response(null)],
  ['a redirect', () => new Response(null, { status: 301, headers: { location: 'https://elsewhere.test/' } })],
  ['an error of a proxy', () => new Response('Bad Gateway', { status: 500 })],
])('says that it was not Castellan that answered with %s', async (_, answer) => {
  const { client } = clientOf({ 'GET /users/me': Array(9).fill(answer) }, 'castellan_key');
  await expect(client.call('getMe')).rejects.toThrow(ConnectionError);
});

it('says that a page has no rows rather than that there are none', async () => {
  const { client } = clientOf({ 'GET /tenants/tnt_1/users': [() => Response.json({ people: [] })] }, 'castellan_key');
  const all = async () => {
    for await (const _ of client.each.listMembers?.({ tenant_id: 'tnt_1' }) ?? []) throw new Error('There is none');
  };
  await expect(all()).rejects.toThrow('no users');
});

it('takes the address of the API for that of Castellan, and nothing that is none', async () => {
  const sent: string[] = [];
  const surroundings = {
    fetch: async ({ url }: Request) => {
      sent.push(url);
      return Response.json({});
    },
  };
  const url = 'https://castellan.test/base/api/v1/';
  await createUntypedClient({ url, apiKey: 'k', surroundings }, endpoints, {}).call('getMe');
  expect(sent).toEqual(['https://castellan.test/base/api/v1/users/me']);
  for (const wrong of ['', 'castellan.test:4180', 'ftp://castellan.test']) {
    expect(() => createUntypedClient({ url: wrong }, endpoints, {})).toThrow(CastellanError);
  }
});

it('restores an account that is about to be deleted, if it is asked to', async () => {
  const pending = () => problem(403, 'ACCOUNT_PENDING_DELETION', { restore_token: 't' });
  const { client } = clientOf({
    'POST /auth/login': [pending, pending],
    'POST /auth/restore-account': [() => problem(403, 'SECOND_FACTOR_REQUIRED', { second_factor_token: 's' })],
    'POST /auth/second-factor': [() => Response.json(tokens('1'))],
  });
  const given = { email: 'e', password: 'p', code: '1' };
  await expect(client.signIn(given)).rejects.toMatchObject({ code: 'ACCOUNT_PENDING_DELETION' });
  expect(await client.signIn({ ...given, restore: true })).toEqual(user);
  expect(requests.slice(-2)).toEqual([
    'POST /auth/restore-account|||{"restore_token":"t"}',
    'POST /auth/second-factor|||{"second_factor_token":"s","code":"1"}',
  ]);
});

it('signs in and out although the store can not be read', async () => {
  const { client, store } = clientOf({ 'POST /auth/login': [() => Response.json(tokens('1'))] });
  store.read = async () => {
    throw new CastellanError('cut off');
  };
  await client.signOut();
  expect(await client.signIn({ email: 'e', password: 'p' })).toEqual(user);
});
