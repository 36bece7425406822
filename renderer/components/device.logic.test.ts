import { expect, test } from 'vitest';
import { english, german } from '#e2e/support/texts.ts';
import { deviceKind, deviceLabel } from './device.logic.ts';

test.each([
  ['Chrome on macOS', 'desktop'],
  ['Firefox on Linux', 'desktop'],
  ['Edge on Windows', 'desktop'],
  ['Safari on iOS', 'phone'],
  ['Chrome on Android', 'phone'],
  ['Safari on iPadOS', 'tablet'],
  ['curl', 'tool'],
  ['Unknown device', 'tool'],
])('%s is shown as a %s', (device, kind) => {
  expect(deviceKind(device)).toBe(kind);
});

test.each([
  ['Chrome on macOS', 'Chrome auf macOS'],
  ['Unknown device', 'Unbekanntes Gerät'],
  ['curl', 'curl'],
])('%s is shown as %s in German, and unchanged in English', (device, words) => {
  expect(deviceLabel(device, german)).toBe(words);
  expect(deviceLabel(device, english)).toBe(device);
});
