import { beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '#e2e/fixtures/fake-clock.ts';
import { AppError, type ErrorKey, errors } from '#shared/errors.ts';
import { minute, second, type ThrottleName, throttles } from '#shared/limits.ts';
import { createThrottle, noThrottle, type Throttle } from './throttle.ts';

let clock: FakeClock;
let throttle: Throttle;
beforeEach(() => {
  clock = createFakeClock();
  throttle = createThrottle(clock);
});

const counted = {
  sign_in: 'INVALID_CREDENTIALS',
  sign_up: undefined,
  sample: undefined,
  mail_request: undefined,
  token_guess: 'LINK_INVALID',
} as const;
const record = (name: ThrottleName, address: string, times: number, outcome: ErrorKey | undefined = counted[name]) => {
  for (let count = 0; count < times; count += 1) throttle.take(name, address)(outcome);
};
/** An outcome that does not count. */
const harmless = {
  sign_in: undefined,
  sign_up: 'EMAIL_TAKEN',
  sample: 'STATE_CONFLICT',
  mail_request: 'INTERNAL',
  token_guess: undefined,
} as const;
/** Seconds to wait, or undefined if the address may continue. */
const wait = (name: ThrottleName, address: string, outcome: ErrorKey | undefined = harmless[name]) => {
  try {
    throttle.take(name, address)(outcome);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).key).toBe('RATE_LIMITED');
    return (error as AppError).details.retry_after;
  }
};

const reserving = (Object.keys(throttles) as ThrottleName[]).filter((name) => throttles[name].counts !== 'miss');

it('allows more sign-ups from this machine, and counts them apart from forwarded ones', () => {
  const { limit, localLimit } = throttles.sign_up;
  const signUp = (isLocal: boolean) => throttle.take('sign_up', '127.0.0.1', isLocal)(undefined);
  for (let count = 0; count < localLimit; count += 1) signUp(true);
  expect(() => signUp(true)).toThrow(AppError);
  for (let count = 0; count < limit; count += 1) signUp(false);
  expect(() => signUp(false)).toThrow(AppError);
});

describe.each(reserving)('%s', (name) => {
  const { limit, windowMs } = throttles[name];

  it('allows the limit and refuses more until its window is over', () => {
    record(name, '192.0.2.1', limit - 1);
    expect(wait(name, '192.0.2.1')).toBeUndefined();
    record(name, '192.0.2.1', 1);
    expect(wait(name, '192.0.2.1')).toBe(windowMs / second);
    clock.advance(windowMs - 1);
    expect(wait(name, '192.0.2.1')).toBe(1);
    clock.advance(1);
    expect(wait(name, '192.0.2.1')).toBeUndefined();
    record(name, '192.0.2.1', 1);
    expect(wait(name, '192.0.2.1')).toBeUndefined();
  });

  it('counts separately from other limits and by address', () => {
    record(name, '192.0.2.1', limit);
    expect(wait(name, '192.0.2.2')).toBeUndefined();
    for (const other of Object.keys(throttles).filter((key) => key !== name) as ThrottleName[]) {
      expect(wait(other, '192.0.2.1')).toBeUndefined();
    }
  });

  it('starts its window with the first count', () => {
    record(name, '192.0.2.1', 1);
    clock.advance(windowMs - 1 * minute);
    record(name, '192.0.2.1', limit - 1);
    expect(wait(name, '192.0.2.1')).toBe(60);
  });
});

describe('concurrent attempts', () => {
  it('are counted before their outcome is known', () => {
    const settles = Array.from({ length: throttles.sign_in.limit }, () => throttle.take('sign_in', '192.0.2.1'));
    expect(wait('sign_in', '192.0.2.1')).toBe(900);
    expect(wait('sign_in', '192.0.2.2')).toBeUndefined();
    settles[0]?.(undefined);
    expect(wait('sign_in', '192.0.2.1')).toBeUndefined();
    for (const settle of settles.slice(1)) settle('INVALID_CREDENTIALS');
    record('sign_in', '192.0.2.1', 1);
    expect(wait('sign_in', '192.0.2.1')).toBe(900);
  });

  it('that are given back after their window do not lower the count of the next one', () => {
    const settle = throttle.take('sign_in', '192.0.2.1');
    clock.advance(throttles.sign_in.windowMs);
    record('sign_in', '192.0.2.1', throttles.sign_in.limit);
    settle(undefined);
    expect(wait('sign_in', '192.0.2.1')).toBe(900);
  });
});

describe('misses', () => {
  const { limit, windowMs } = throttles.token_guess;

  it('are refused above the limit until the window is over, while valid tokens still work', () => {
    record('token_guess', '192.0.2.1', limit);
    expect(wait('token_guess', '192.0.2.1', 'LINK_INVALID')).toBe(windowMs / second);
    expect(wait('token_guess', '192.0.2.1', undefined)).toBeUndefined();
    expect(wait('token_guess', '192.0.2.1', 'WEAK_PASSWORD')).toBeUndefined();
    expect(wait('token_guess', '192.0.2.2', 'LINK_INVALID')).toBeUndefined();
    clock.advance(windowMs);
    expect(wait('token_guess', '192.0.2.1', 'LINK_INVALID')).toBeUndefined();
  });

  it('are counted exactly, however many run at once', () => {
    const settles = Array.from({ length: limit + 50 }, () => throttle.take('token_guess', '192.0.2.1'));
    const refused = settles.filter((settle) => {
      try {
        settle('REFRESH_TOKEN_INVALID');
        return false;
      } catch {
        return true;
      }
    });
    expect(refused).toHaveLength(50);
  });
});

describe('counted attempts', () => {
  it('are only wrong credentials or tokens for guesses', () => {
    const guesses: ErrorKey[] = [
      'INVALID_CREDENTIALS',
      'LINK_INVALID',
      'LINK_EXPIRED',
      'REFRESH_TOKEN_INVALID',
      'SECOND_FACTOR_INVALID',
      'PASSKEY_INVALID',
    ];
    for (const key of Object.keys(errors) as ErrorKey[]) {
      const address = `192.0.2.1 ${key}`;
      record('sign_in', address, 100, key);
      expect(wait('sign_in', address) !== undefined, key).toBe(guesses.includes(key));
    }
  });

  it('are only successes for sign-ups, and a success never counts as a guess', () => {
    for (let count = 0; count < 200; count += 1) {
      throttle.take('sign_up', '192.0.2.1')('EMAIL_TAKEN');
      throttle.take('sign_in', '192.0.2.1')(undefined);
    }
    expect(wait('sign_up', '192.0.2.1')).toBeUndefined();
    expect(wait('sign_in', '192.0.2.1')).toBeUndefined();
  });
});

describe('IP addresses', () => {
  it('of one IPv6 /64 share one count, and the next /64 has its own', () => {
    for (let host = 0; host < 100; host += 1) record('sign_in', `2001:db8:1:2::${host.toString(16)}`, 1);
    expect(wait('sign_in', '2001:db8:1:2:aaaa:bbbb:cccc:dddd')).toBe(900);
    expect(wait('sign_in', '2001:db8:1:3::1')).toBeUndefined();
  });

  it('of IPv4 inside IPv6 count as the IPv4 address', () => {
    record('sign_in', '::ffff:192.0.2.1', 100);
    expect(wait('sign_in', '192.0.2.1')).toBe(900);
    expect(wait('sign_in', '::ffff:192.0.2.2')).toBeUndefined();
  });
});

describe('without limits', () => {
  it('counts nothing', () => {
    for (let count = 0; count < 1_000; count += 1) noThrottle.take('sign_in', '192.0.2.1')('INVALID_CREDENTIALS');
    expect(() => noThrottle.take('sign_in', '192.0.2.1')(undefined)).not.toThrow();
  });
});
