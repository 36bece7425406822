import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '#e2e/support/fake-clock.ts';
import { minute, second, type ThrottleName, throttles } from '#shared/rules/limits.ts';
import { AppError, type ErrorKey, errors } from '#shared/texts/errors.ts';
import { createMemoryCounts } from './attempt-counts.ts';
import { createThrottle, noThrottle, type Throttle } from './throttle.ts';

let clock: FakeClock;
let throttle: Throttle;
beforeEach(() => {
  clock = createFakeClock();
  throttle = createThrottle(createMemoryCounts(clock));
});

const counted = {
  sign_in: 'INVALID_CREDENTIALS',
  sign_up: undefined,
  sample: undefined,
  mail_request: undefined,
  slug_guess: 'NOT_FOUND',
  token_guess: 'LINK_INVALID',
  authorization: undefined,
  token_request: 'INVALID_CREDENTIALS',
} as const;
const record = async (
  name: ThrottleName,
  address: string,
  times: number,
  outcome: ErrorKey | undefined = counted[name],
) => {
  for (let count = 0; count < times; count += 1) await (await throttle.take(name, address))(outcome);
};
/** An outcome that does not count. */
const harmless = {
  sign_in: undefined,
  sign_up: 'EMAIL_TAKEN',
  sample: 'STATE_CONFLICT',
  mail_request: 'INTERNAL',
  slug_guess: undefined,
  token_guess: undefined,
  authorization: 'INTERNAL',
  token_request: undefined,
} as const;
/** Seconds to wait, or undefined if the address may continue. */
const wait = async (name: ThrottleName, address: string, outcome: ErrorKey | undefined = harmless[name]) => {
  try {
    await (await throttle.take(name, address))(outcome);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).key).toBe('RATE_LIMITED');
    return (error as AppError).details.retry_after;
  }
};

const reserving = (Object.keys(throttles) as ThrottleName[]).filter((name) => throttles[name].counts !== 'miss');

it('allows more sign-ups from this machine, and counts them apart from forwarded ones', async () => {
  const { limit, localLimit } = throttles.sign_up;
  const signUp = async (isLocal: boolean) => (await throttle.take('sign_up', '127.0.0.1', isLocal))(undefined);
  for (let count = 0; count < localLimit; count += 1) await signUp(true);
  await expect(signUp(true)).rejects.toThrow(AppError);
  for (let count = 0; count < limit; count += 1) await signUp(false);
  await expect(signUp(false)).rejects.toThrow(AppError);
});

describe.each(reserving)('%s', (name) => {
  const { limit, windowMs } = throttles[name];

  it('allows the limit and refuses more until its window is over', async () => {
    await record(name, '192.0.2.1', limit - 1);
    expect(await wait(name, '192.0.2.1')).toBeUndefined();
    await record(name, '192.0.2.1', 1);
    expect(await wait(name, '192.0.2.1')).toBe(windowMs / second);
    clock.advance(windowMs - 1);
    expect(await wait(name, '192.0.2.1')).toBe(1);
    clock.advance(1);
    expect(await wait(name, '192.0.2.1')).toBeUndefined();
    await record(name, '192.0.2.1', 1);
    expect(await wait(name, '192.0.2.1')).toBeUndefined();
  });

  it('counts separately from other limits and by address', async () => {
    await record(name, '192.0.2.1', limit);
    expect(await wait(name, '192.0.2.2')).toBeUndefined();
    for (const other of Object.keys(throttles).filter((key) => key !== name) as ThrottleName[]) {
      expect(await wait(other, '192.0.2.1')).toBeUndefined();
    }
  });

  it('starts its window with the first count', async () => {
    await record(name, '192.0.2.1', 1);
    clock.advance(windowMs - 1 * minute);
    await record(name, '192.0.2.1', limit - 1);
    expect(await wait(name, '192.0.2.1')).toBe(60);
  });
});

describe('concurrent attempts', () => {
  it('are counted before their outcome is known', async () => {
    const settles = await Promise.all(
      Array.from({ length: throttles.sign_in.limit }, () => throttle.take('sign_in', '192.0.2.1')),
    );
    expect(await wait('sign_in', '192.0.2.1')).toBe(900);
    expect(await wait('sign_in', '192.0.2.2')).toBeUndefined();
    await settles[0]?.(undefined);
    expect(await wait('sign_in', '192.0.2.1')).toBeUndefined();
    for (const settle of settles.slice(1)) await settle('INVALID_CREDENTIALS');
    await record('sign_in', '192.0.2.1', 1);
    expect(await wait('sign_in', '192.0.2.1')).toBe(900);
  });

  it('that are given back after their window do not lower the count of the next one', async () => {
    const settle = await throttle.take('sign_in', '192.0.2.1');
    clock.advance(throttles.sign_in.windowMs);
    await record('sign_in', '192.0.2.1', throttles.sign_in.limit);
    await settle(undefined);
    expect(await wait('sign_in', '192.0.2.1')).toBe(900);
  });
});

describe('misses', () => {
  const { limit, windowMs } = throttles.token_guess;

  it('are refused above the limit until the window is over, while valid tokens still work', async () => {
    await record('token_guess', '192.0.2.1', limit);
    expect(await wait('token_guess', '192.0.2.1', 'LINK_INVALID')).toBe(windowMs / second);
    expect(await wait('token_guess', '192.0.2.1', undefined)).toBeUndefined();
    expect(await wait('token_guess', '192.0.2.1', 'WEAK_PASSWORD')).toBeUndefined();
    expect(await wait('token_guess', '192.0.2.2', 'LINK_INVALID')).toBeUndefined();
    clock.advance(windowMs);
    expect(await wait('token_guess', '192.0.2.1', 'LINK_INVALID')).toBeUndefined();
  });

  it('are counted exactly, however many run at once', async () => {
    const settles = await Promise.all(
      Array.from({ length: limit + 50 }, () => throttle.take('token_guess', '192.0.2.1')),
    );
    const outcomes = await Promise.allSettled(settles.map((settle) => settle('REFRESH_TOKEN_INVALID')));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(50);
  });
});

describe('counted attempts', () => {
  it('are only wrong credentials, tokens and names for guesses', async () => {
    const guesses: ErrorKey[] = [
      'INVALID_CREDENTIALS',
      'LINK_INVALID',
      'NOT_FOUND',
      'LINK_EXPIRED',
      'REFRESH_TOKEN_INVALID',
      'SECOND_FACTOR_INVALID',
      'PASSKEY_INVALID',
    ];
    for (const key of Object.keys(errors) as ErrorKey[]) {
      const address = `192.0.2.1 ${key}`;
      await record('sign_in', address, 100, key);
      expect((await wait('sign_in', address)) !== undefined, key).toBe(guesses.includes(key));
    }
  });

  it('are only successes for sign-ups, and a success never counts as a guess', async () => {
    for (let count = 0; count < 200; count += 1) {
      await (await throttle.take('sign_up', '192.0.2.1'))('EMAIL_TAKEN');
      await (await throttle.take('sign_in', '192.0.2.1'))(undefined);
    }
    expect(await wait('sign_up', '192.0.2.1')).toBeUndefined();
    expect(await wait('sign_in', '192.0.2.1')).toBeUndefined();
  });
});

describe('IP addresses', () => {
  it('of one IPv6 /64 share one count, and the next /64 has its own', async () => {
    for (let host = 0; host < 100; host += 1) await record('sign_in', `2001:db8:1:2::${host.toString(16)}`, 1);
    expect(await wait('sign_in', '2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe(900);
    expect(await wait('sign_in', '2001:db8:1:3::1')).toBeUndefined();
  });

  it('of IPv4 inside IPv6 count as the IPv4 address', async () => {
    await record('sign_in', '::ffff:192.0.2.1', 100);
    expect(await wait('sign_in', '192.0.2.1')).toBe(900);
    expect(await wait('sign_in', '::ffff:192.0.2.2')).toBeUndefined();
  });
});

/** Addresses of one network, each of which stays below its own limit. */
const spread = {
  'a /24': (host: number) => `192.0.2.${host % 256}`,
  'a /16': (host: number) => `192.0.${Math.floor(host / 200) % 256}.${host % 256}`,
  'a /56': (host: number) => `2001:db8:1:${(host % 256).toString(16)}::1`,
  'a /48': (host: number) => `2001:db8:1:${(host % 65_536).toString(16)}::1`,
  'a /32': (host: number) => `2001:db8:${(host % 65_536).toString(16)}::1`,
} as const;
const outside = { ipv4: '198.51.100.1', ipv6: '2001:db9::1' } as const;

describe.each([
  ['a /24', 'ipv4', 8],
  ['a /16', 'ipv4', 64],
  ['a /56', 'ipv6', 4],
  ['a /48', 'ipv6', 16],
  ['a /32', 'ipv6', 64],
] as const)('many addresses of %s', (network, kind, allowance) => {
  it.each(Object.keys(throttles) as ThrottleName[])('share a larger limit of %s', async (name) => {
    const { limit, windowMs } = throttles[name];
    const address = spread[network];
    const step = network === 'a /48' ? 257 : 1;
    for (let host = 0; host < limit * allowance; host += 1) await record(name, address(host * step), 1);
    expect(await wait(name, address(7 * step), counted[name])).toBe(windowMs / second);
    expect(await wait(name, outside[kind], counted[name])).toBeUndefined();
  });
});

it('counts an attempt for no network if one of them is full', async () => {
  const { limit } = throttles.sign_up;
  await record('sign_up', '192.0.2.1', limit);
  for (let attempt = 0; attempt < limit * 10; attempt += 1) await wait('sign_up', '192.0.2.1', undefined);
  expect(await wait('sign_up', '192.0.2.2', undefined)).toBeUndefined();
});

it('gives an attempt back to each network', async () => {
  const { limit } = throttles.sign_in;
  for (let host = 0; host < limit * 10; host += 1) {
    await (await throttle.take('sign_in', `192.0.2.${host % 250}`))(undefined);
  }
  expect(await wait('sign_in', '192.0.2.1', 'INVALID_CREDENTIALS')).toBeUndefined();
});

describe('without limits', () => {
  it('counts nothing', async () => {
    for (let count = 0; count < 1_000; count += 1)
      await (await noThrottle.take('sign_in', '192.0.2.1'))('INVALID_CREDENTIALS');
    await (await noThrottle.take('sign_in', '192.0.2.1'))(undefined);
  });
});
