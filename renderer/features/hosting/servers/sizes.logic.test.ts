import { expect, test } from 'vitest';
import { english, german } from '#e2e/support/texts.ts';
import { sizeChange, sizesText, sizeText } from './sizes.logic.ts';

test.each([
  ['cpu', 1, '1 core'],
  ['cpu', 4, '4 cores'],
  ['ram_mb', 512, '512 MB'],
  ['ram_mb', 2_048, '2 GB'],
  ['ram_mb', 1_536, '1.5 GB'],
  ['disk_gb', 50, '50 GB'],
  ['bandwidth_gb', 500, '500 GB'],
  ['bandwidth_gb', 2_048, '2 TB'],
  ['disk_gb', null, 'unknown'],
] as const)('%s of %s is shown as %s', (name, value, text) => {
  expect(sizeText(name, value, english, 'en')).toBe(text);
});

test('the one-line summary of a server omits unknown sizes', () => {
  const sizes = { cpu: 2, ram_mb: 6_144, disk_gb: null, bandwidth_gb: 2_048 };
  expect(sizesText(sizes, english, 'en')).toBe('2 cores · 6 GB memory · 2 TB traffic');
  expect(sizesText(sizes, german, 'de')).toMatch(/^2 Kerne · 6\sGB Arbeitsspeicher · 2\sTB Datenverkehr$/);
});

test.each([
  [2, 4, 'more'],
  [4, 2, 'less'],
  [2, 2, 'same'],
  [null, 2, 'unknown'],
  [2, null, 'unknown'],
] as const)('from %s to %s is %s', (before, after, change) => {
  expect(sizeChange(before, after)).toBe(change);
});
