import { expect, it } from 'vitest';
import { serverAddresses } from './server-addresses.ts';

it.each([
  ['a list', ['203.0.113.10', '203.0.113.11', '203.0.113.10']],
  [
    'a list of objects',
    [
      { id: 7, ip: '203.0.113.10' },
      { id: 8, ip: '203.0.113.11', rdns: 'a.example.com' },
    ],
  ],
  ['an object by number', { 0: '203.0.113.10', 1: ' 203.0.113.11 ' }],
  ['objects by number', { 7: { address: '203.0.113.10' }, 8: { address: '203.0.113.11' } }],
])('reads addresses from %s', (_shape, value) => {
  expect(serverAddresses.parse(value)).toEqual(['203.0.113.10', '203.0.113.11']);
});

it('reads IPv6 addresses in lower case', () => {
  expect(serverAddresses.parse(['2001:DB8::1'])).toEqual(['2001:db8::1']);
});

it.each([
  undefined,
  null,
  false,
  '',
  3,
  {},
  [null, 'lots', '203.0.113.10/29', ['x']],
  { a: { b: { c: '203.0.113.9' } } },
])('reads none from %j', (value) => {
  expect(serverAddresses.parse(value)).toBeNull();
});

it('an empty list says that there are none', () => {
  expect(serverAddresses.parse([])).toEqual([]);
});
