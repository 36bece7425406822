import { expect, test } from 'vitest';
import { usableTimeZone } from './clock.ts';

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  // What Chromium says if it can't tell, and what Intl then refuses
  ['Etc/Unknown', 'Etc/UTC'],
  [undefined, 'Etc/UTC'],
])('a browser in %s shows times in %s', (named, expected) => {
  expect(usableTimeZone(named)).toBe(expected);
});
