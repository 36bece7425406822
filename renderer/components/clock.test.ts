import { expect, test, vi } from 'vitest';
import { systemTimeZone } from './clock.ts';

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  // What Chromium says if it can't tell, and what Intl then refuses
  ['Etc/Unknown', 'Etc/UTC'],
  [undefined, 'Etc/UTC'],
])('a browser in %s is in %s', (timeZone, expected) => {
  const options = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone: timeZone as string };
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
  expect(systemTimeZone()).toBe(expected);
});
