import { TRPCClientError } from '@trpc/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { deviceHeader, idempotencyHeader } from '#shared/contract/http-names.ts';
import { createCaptcha } from './captcha.ts';
import { createClient, createPublicClient, createQueryClient } from './client.ts';
import { createConfirmations } from './confirmations.ts';
import type { Session } from './session.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation(async () =>
    Response.json({ result: { data: null } }, { headers: { [deviceHeader]: 'new' } }),
  );
  vi.stubGlobal('fetch', fetched);
});

/** The headers of the last request. */
const sent = () => new Headers(fetched.mock.lastCall?.[1]?.headers);

const device = { token: () => 'known', remember: vi.fn() };
const session = { accessToken: async () => 'access', recordActivity: () => {} } as unknown as Session;
const clientWith = (isRefreshing: (path: string) => boolean, afterChange = () => () => {}) =>
  createClient(session, { isRefreshing, afterChange }, createConfirmations(), device as never, createCaptcha());

test('a call of the user carries their token, and says nothing of the device', async () => {
  await clientWith(() => false).profile.getMe.query();
  expect(sent().get('authorization')).toBe('Bearer access');
  for (const name of [deviceHeader, idempotencyHeader, 'x-castellan-background']) expect(sent().get(name)).toBeNull();
});

test('a call that nobody asked for says so', async () => {
  await clientWith((path) => path === 'profile.getMe').profile.getMe.query();
  expect(sent().get('x-castellan-background')).toBe('1');
});

test('a call that must not happen twice has a key', async () => {
  await clientWith(() => false).hosting.orderUpgrade.mutate({ run_id: 'run_1', version: 1 } as never);
  expect(sent().get(idempotencyHeader)).toMatch(/^[0-9a-f]{32}$/);
});

test('what changes something is told of, before its caller knows and after', async () => {
  const told: string[] = [];
  const client = clientWith(
    () => false,
    () => {
      told.push('answered');
      return () => void told.push('handled');
    },
  );
  await client.profile.getMe.query();
  await client.security.startPasskeyConfirmation.mutate({ origin: 'https://a.example' });
  await client.auth.logout.mutate();
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await client.profile.updateMe.mutate({ name: 'A' }).catch(() => {});
  expect(told).toEqual([]);
  await client.profile.updateMe.mutate({ name: 'A' }).then(() => told.push('caller'));
  await vi.waitFor(() => expect(told).toEqual(['answered', 'caller', 'handled']));
});

test('a call without a session names the device, and remembers what the service calls it', async () => {
  await createPublicClient(device as never).auth.login.mutate({ email: 'a@b.example', password: 'x' });
  expect(sent().get(deviceHeader)).toBe('known');
  expect(sent().get('authorization')).toBeNull();
  expect(device.remember).toHaveBeenCalledWith('new');
});

test('a read is tried again twice where the service does not answer, and never after anything else', () => {
  const { queries } = createQueryClient({ onForbidden: () => {}, onRestricted: () => {} }).getDefaultOptions();
  const retry = queries?.retry as (count: number, error: Error) => boolean;
  const unreachable = TRPCClientError.from(new TypeError('Failed to fetch'));
  expect([0, 1, 2].map((count) => retry(count, unreachable))).toEqual([true, true, false]);
  expect(retry(0, new Error('a bug'))).toBe(false);
});
