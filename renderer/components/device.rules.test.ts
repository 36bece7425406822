import { expect, test } from 'vitest';
import { deviceKind } from './device.rules.ts';

test.each([
  ['Chrome on macOS', 'desktop'],
  ['Firefox on Linux', 'desktop'],
  ['Edge on Windows', 'desktop'],
  ['Safari on iOS', 'phone'],
  ['Chrome on Android', 'phone'],
  ['Safari on iPadOS', 'tablet'],
  ['curl', 'tool'],
  ['Unknown device', 'tool'],
])('%s is a %s', (device, kind) => {
  expect(deviceKind(device)).toBe(kind);
});
