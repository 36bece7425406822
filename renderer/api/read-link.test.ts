import { createTRPCClient, type TRPCClient } from '@trpc/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { callsIn } from '#e2e/support/batched-calls.ts';
import type { AppRouter } from '#shared/contract/app-router.ts';
import { maxBatchedReads } from '#shared/rules/limits.ts';
import { readLink } from './read-link.ts';

interface Request {
  calls: string[];
  method: string;
  headers: Record<string, string>;
  signal: AbortSignal | null | undefined;
}

/** What was sent, in order. Each call answers with its own name. */
let requests: Request[];
let answer: (calls: string[]) => Promise<Response>;
const nameOf = ({ pathname }: URL) => pathname.replace(/^\/trpc\//, '');
const success = (name: string) => ({ result: { data: name } });
const failure = (code: string) => ({ error: { message: code, code: -32_600, data: { problem: { code } } } });

beforeEach(() => {
  requests = [];
  answer = async (calls) => Response.json(calls.length > 1 ? calls.map(success) : success(calls[0] ?? ''));
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const url = new URL(input, 'http://castellan.invalid/');
    const calls = (callsIn(url) ?? [url]).map(nameOf);
    const headers = Object.fromEntries(new Headers(init.headers));
    requests.push({ calls, method: init.method ?? 'GET', headers, signal: init.signal });
    return answer(calls);
  });
  return () => vi.unstubAllGlobals();
});

const client: TRPCClient<AppRouter> = createTRPCClient<AppRouter>({
  links: [readLink({ url: 'trpc', headers: ({ context }) => context as Record<string, string> })],
});
const tenant_id = 'tnt_1';
const as = (authorization: string) => ({ context: { authorization } });
const callsOf = () => requests.map(({ calls }) => calls);

test('reads that begin together are one request, and each has its own answer', async () => {
  const all = [
    client.profile.getMe.query(),
    client.team.listMembers.query({ tenant_id }),
    client.team.listMembers.query({ tenant_id, limit: 1 }),
  ];
  expect(await Promise.all(all)).toEqual(['profile.getMe', 'team.listMembers', 'team.listMembers']);
  expect(callsOf()).toEqual([['profile.getMe', 'team.listMembers', 'team.listMembers']]);
});

test('one that fails leaves the others alone', async () => {
  answer = async () => Response.json([success('mine'), failure('FORBIDDEN')], { status: 403 });
  const [mine, refused] = await Promise.allSettled([
    client.profile.getMe.query(),
    client.team.listMembers.query({ tenant_id }),
  ]);
  expect(mine).toMatchObject({ value: 'mine' });
  expect(refused).toMatchObject({ reason: { data: { problem: { code: 'FORBIDDEN' } } } });
});

test('a read that begins alone is sent as it is', async () => {
  expect(await client.profile.getMe.query()).toBe('profile.getMe');
  expect(await client.profile.getMe.query()).toBe('profile.getMe');
  expect(callsOf()).toEqual([['profile.getMe'], ['profile.getMe']]);
});

test('changes, reads that wait for the provider, and reads of strangers go alone', async () => {
  const all = [
    client.auth.logout.mutate(),
    client.auth.logout.mutate(),
    client.hosting.getPriceList.query({} as never),
    client.hosting.getPriceList.query({} as never),
    client.welcome.getWelcome.query(),
    client.welcome.getWelcome.query(),
  ];
  await Promise.all(all);
  expect(callsOf().map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 1]);
});

test('no request has the headers of another call', async () => {
  await Promise.all([
    client.profile.getMe.query(undefined, as('old')),
    client.security.getSecondFactor.query(undefined, as('new')),
    client.sessions.listSessions.query(undefined, as('old')),
  ]);
  expect(Object.fromEntries(requests.map(({ calls, headers }) => [headers.authorization, calls]))).toEqual({
    old: ['profile.getMe', 'sessions.listSessions'],
    new: ['security.getSecondFactor'],
  });
});

test('no batch is larger than the service takes, and a long input goes alone', async () => {
  const many = Array.from({ length: maxBatchedReads + 1 }, (_, number) =>
    client.team.listMembers.query({ tenant_id, page: number + 1 } as never),
  );
  await Promise.all([...many, client.team.listMembers.query({ tenant_id, q: 'ä'.repeat(200) } as never)]);
  expect(callsOf().map(({ length }) => length)).toEqual([1, maxBatchedReads, 1]);
});

test('a read that can be given up goes alone', async () => {
  const { signal } = new AbortController();
  const all = [client.profile.getMe.query(undefined, { signal }), client.profile.getMe.query()];
  await Promise.all(all);
  expect(callsOf()).toEqual([['profile.getMe'], ['profile.getMe']]);
});

test('without an answer, each read fails as if it was alone', async () => {
  answer = async () => {
    throw new TypeError('Failed to fetch');
  };
  const all = await Promise.allSettled([client.profile.getMe.query(), client.security.getSecondFactor.query()]);
  for (const one of all) expect(one).toMatchObject({ reason: { message: 'Failed to fetch', data: undefined } });
  expect(requests).toHaveLength(1);
});
