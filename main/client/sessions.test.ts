import { beforeEach, expect, it } from 'vitest';
import { memoryStore } from './credentials.ts';
import { ApiError, ConnectionError } from './errors.ts';
import { createSessions } from './sessions.ts';

const user = { id: 'user_1', email: 'ada@example.com', tenant_id: 'tnt_1' };
const tokens = (name: string) => ({ access_token: `a-${name}`, refresh_token: `r-${name}`, expires_in: 3_600 });
const problem = { title: '', status: 401, detail: 'used', code: 'REFRESH_TOKEN_INVALID', request_id: 'req_1' };

let time = 0;
let spent: string[];
let limits: (number | undefined)[];
beforeEach(() => {
  time = 0;
  spent = [];
  limits = [];
});

/** Two clients of one store, and what their refreshes are answered. */
const two = async (answer: (attempt: number) => unknown = (attempt) => tokens(String(attempt))) => {
  const store = memoryStore({ device: 'd' });
  const refresh = async (token: string, limitMs?: number) => {
    spent.push(token);
    limits.push(limitMs);
    const given = answer(spent.length);
    if (given instanceof Error) throw given;
    return given as ReturnType<typeof tokens>;
  };
  const wait = async (ms: number) => {
    time += ms;
  };
  const clients = [1, 2].map(() => createSessions(store, refresh, { now: () => time, wait }));
  await clients[0]?.keep({ ...tokens('0'), user });
  return { store, clients: clients as [(typeof clients)[0], (typeof clients)[0]] };
};

it('sends the token that is there, and refreshes it a minute before it expires', async () => {
  const { clients } = await two();
  time = 3_539_000;
  expect(await clients[0].token()).toBe('a-0');
  time = 3_540_000;
  expect(await clients[0].token()).toBe('a-1');
  expect(spent).toEqual(['r-0']);
});

it('asks again for an answer that never came while the same token is still accepted', async () => {
  const lost = new ConnectionError('No answer');
  const { clients } = await two((attempt) => (attempt === 1 ? lost : tokens(String(attempt))));
  expect(await clients[0].renewed('a-0')).toBe('a-2');
  expect([spent, limits]).toEqual([
    ['r-0', 'r-0'],
    [4_000, undefined],
  ]);
});

it('spends a refresh token once, however many need another one', async () => {
  const { clients, store } = await two();
  expect(await Promise.all([0, 1, 0, 1].map((at) => clients[at as 0].renewed('a-0')))).toEqual(Array(4).fill('a-1'));
  expect(spent).toEqual(['r-0']);
  expect(await store.read()).toMatchObject({ device: 'd', session: { refresh_token: 'r-1', user } });
});

it('sends a refresh again whose answer was lost, while the service accepts that', async () => {
  const lost = new ConnectionError('lost');
  const { clients } = await two((attempt) => {
    time += 3_000;
    return attempt < 3 ? lost : tokens('1');
  });
  expect(await clients[0].renewed('a-0')).toBe('a-1');
  const { clients: unlucky, store } = await two(() => {
    time += 5_000;
    return lost;
  });
  await expect(unlucky[0].renewed('a-0')).rejects.toThrow(lost);
  expect(await store.read()).toMatchObject({ session: { refresh_token: 'r-0' } });
  expect(spent).toHaveLength(5);
});

it('forgets a session that has ended, but not the device', async () => {
  const { clients, store } = await two(() => new ApiError(problem));
  await expect(clients[0].renewed('a-0')).rejects.toThrow('used');
  expect(await store.read()).toEqual({ device: 'd' });
  expect(await clients[1].token()).toBeUndefined();
});
