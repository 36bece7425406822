import { expect, test } from 'vitest';
import { english, german } from '#e2e/fixtures/texts.ts';
import { deviceKind, deviceWords } from './device.logic.ts';

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
  expect(deviceWords(device, german)).toBe(words);
  expect(deviceWords(device, english)).toBe(device);
});
