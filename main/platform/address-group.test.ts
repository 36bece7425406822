import { expect, it } from 'vitest';
import { addressGroup, networkPath, networksOf } from './address-group.ts';

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['not an address', 'not an address'],
  ['', ''],
])('%s counts as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

it.each([
  ['192.0.2.77', ['192.0.0.0/16', '192.0.2.0/24', '192.0.2.77']],
  ['::ffff:192.0.2.77', ['192.0.0.0/16', '192.0.2.0/24', '192.0.2.77']],
  ['2001:db8:1:23ff::1', ['2001:db8::/32', '2001:db8:1::/48', '2001:db8:1:2300::/56', '2001:db8:1:23ff::/64']],
  ['fe80::1%eth0', ['fe80:0::/32', 'fe80:0:0::/48', 'fe80:0:0:0::/56', 'fe80:0:0:0::/64']],
  ['not an address', ['not an address']],
])('%s is in these networks', (address, path) => {
  expect(networkPath(address)).toEqual(path);
});

it('allows wider networks more', () => {
  for (const address of ['192.0.2.77', '2001:db8::1']) {
    const allowances = networksOf(address).map(({ allowance }) => allowance);
    expect(allowances.at(-1)).toBe(1);
    expect(allowances).toEqual(allowances.toSorted((a, b) => b - a));
    expect(new Set(allowances).size).toBe(allowances.length);
  }
});
