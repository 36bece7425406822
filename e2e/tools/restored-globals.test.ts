import { afterAll, expect, test, vi } from 'vitest';

const untouched = { setTimeout, fetch, language: process.env.LANG };

test('a test may stop the clock, and replace what is global', () => {
  vi.useFakeTimers();
  vi.spyOn(globalThis, 'setTimeout');
  vi.stubGlobal('fetch', vi.fn());
  vi.stubEnv('LANG', 'xx');
  expect(fetch).not.toBe(untouched.fetch);
});

// Also after a file's last test: what the next file does before its first one would meet it.
const expectUntouched = () => expect({ setTimeout, fetch, language: process.env.LANG }).toEqual(untouched);
test('and the next one finds it as it was', () => {
  expectUntouched();
  vi.useFakeTimers();
});
afterAll(() => void expectUntouched());
