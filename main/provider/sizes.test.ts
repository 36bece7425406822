import { expect, it } from 'vitest';
import { sizeOf, sizesOf } from './sizes.ts';

it.each([
  ['ram', '2', 2_048],
  ['ram', '2 GB', 2_048],
  ['ram', '2gb', 2_048],
  ['ram', '512 MB', 512],
  ['ram', '0.5 GB', 512],
  ['ram', '96', 98_304],
  ['ram', '127', 130_048],
  ['ram', '128', 128],
  ['ram', '512', 512],
  ['ram', '2048', 2_048],
  ['ram', '2048MB DDR4', 2_048],
  ['disk', '50', 50],
  ['disk', '50 GB SSD', 50],
  ['disk', '1 TB', 1_024],
  ['disk', '1.5 TB', 1_536],
  ['disk', '1 TiB', 1_024],
  ['disk', '1,000 GB', 1_000],
  ['ram', '2 gigabytes', 2_048],
  ['ram', '2,048', 2_048],
  ['bandwidth', '2 TB/mo', 2_048],
  ['bandwidth', '100 Mbps', null],
  ['bandwidth', '2', 2_048],
  ['bandwidth', '2 TB', 2_048],
  ['bandwidth', '99', 101_376],
  ['bandwidth', '100', 100],
  ['bandwidth', '500', 500],
  ['bandwidth', '500 GB', 500],
  ['cpu', '4', 4],
  ['cpu', '4 Cores', 4],
  ['cpu', ' 1 vCPU', 1],
  ['ram', 'unlimited', null],
  ['bandwidth', 'Unmetered', null],
  ['disk', '', null],
  ['disk', null, null],
] as const)('%s of %j is %j', (component, text, size) => {
  expect(sizeOf(component, text)).toBe(size);
});

it('uses the unit given separately for a number without one', () => {
  expect([sizeOf('disk', '1', 'TB'), sizeOf('ram', '1', 'MB'), sizeOf('ram', '1 GB', 'MB')]).toEqual([1_024, 1, 1_024]);
});

it('reads all four sizes', () => {
  expect(sizesOf({ ram: '4', cpu: '2', disk: '75', bandwidth: null })).toEqual({
    cpu: 2,
    ram_mb: 4_096,
    disk_gb: 75,
    bandwidth_gb: null,
  });
});
