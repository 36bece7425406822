import { describe, expect, test } from 'vitest';
import { lifetimesMs, minute, second } from '#shared/rules/limits.ts';
import { announcedSeconds, askIntervalMs, countdown, idleRemaining, isWarning } from './idle.logic.ts';

const now = 1_000_000_000;

describe('the time left in an idle session', () => {
  test('is unknown before any answer or activity', () => {
    expect(idleRemaining(undefined, undefined, now)).toBeUndefined();
    expect(isWarning(undefined)).toBe(false);
  });

  test("counts down from the service's answer", () => {
    expect(idleRemaining({ logoutIn: 180, timeout: 1_800, at: now }, undefined, now + 1 * minute)).toBe(2 * minute);
  });

  test('starts over with later activity in any tab', () => {
    const reported = { logoutIn: 60, timeout: 600, at: now };
    expect(idleRemaining(reported, now + 30 * second, now + 30 * second)).toBe(10 * minute);
    expect(idleRemaining(undefined, now, now)).toBe(lifetimesMs.idleLogout);
  });

  test('follows the service if activity here is older than the service knows', () => {
    const reported = { logoutIn: 1_800, timeout: 1_800, at: now };
    expect(idleRemaining(reported, now - 20 * minute, now)).toBe(30 * minute);
  });
});

test.each([
  [2 * minute + 1, false],
  [2 * minute, true],
  [1, true],
  [0, true],
  [-5 * minute, true],
])('with %i ms left, the question is shown: %s', (remaining, shown) => {
  expect(isWarning(remaining)).toBe(shown);
});

test.each([
  [120_000, '2:00'],
  [119_001, '2:00'],
  [119_000, '1:59'],
  [61_000, '1:01'],
  [9_500, '0:10'],
  [1, '0:01'],
  [0, '0:00'],
  [-10_000, '0:00'],
])('%i ms are shown as %s', (remaining, written) => {
  expect(countdown(remaining)).toBe(written);
});

test('screen readers hear it at two minutes, every half minute, and every ten seconds near the end', () => {
  const said = Array.from({ length: 121 }, (_, left) => announcedSeconds((120 - left) * second));
  expect([...new Set(said)]).toEqual([120, 90, 60, 30, 20, 10, 0]);
});

test('the service is asked only where this browser cannot know', () => {
  expect([undefined, 30 * minute, 2 * minute, 5 * second, 4 * second, -1].map(askIntervalMs)).toEqual([
    5_000,
    false,
    10_000,
    10_000,
    1_000,
    1_000,
  ]);
});
