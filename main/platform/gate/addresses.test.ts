import { describe, expect, it } from 'vitest';
import { isLoopback, literalAddress, mayConnect } from './addresses.ts';

const publicAddresses = ['93.184.216.34', '1.1.1.1', '2606:4700::1111', '::ffff:8.8.8.8'];
const ownAddresses = [
  '127.0.0.1',
  '127.255.255.254',
  '::1',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '100.64.0.1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
];
const neverAddresses = [
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  'fe80::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fd00:c1::a9fe:a9fe',
  'fd00:42::42',
  '100.100.100.200',
  '168.63.129.16',
  '::ffff:168.63.129.16',
  '::a9fe:a9fe',
  '64:ff9b:1::a9fe:a9fe',
  '4000::1',
  '0.0.0.0',
  '::',
  '224.0.0.1',
  'ff02::1',
  '255.255.255.255',
  '192.0.0.1',
  '198.18.0.1',
  '203.0.113.1',
  '240.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '2001:db8::1',
  'not an address',
  '',
];

describe('the address of a request', () => {
  it.each(publicAddresses)('%s is always allowed', (address) => {
    expect([mayConnect(address, false), mayConnect(address, true)]).toEqual([true, true]);
  });
  it.each(ownAddresses)('%s is allowed if the owner allows custom networks', (address) => {
    expect([mayConnect(address, false), mayConnect(address, true)]).toEqual([false, true]);
  });
  it.each(neverAddresses)('%j is never allowed', (address) => {
    expect([mayConnect(address, false), mayConnect(address, true)]).toEqual([false, false]);
  });
});

it('recognizes this machine in any notation', () => {
  for (const address of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1']) expect(isLoopback(address)).toBe(true);
  for (const address of ['10.0.0.1', '8.8.8.8', '::', 'localhost']) expect(isLoopback(address)).toBe(false);
});

it('recognizes the address in every notation of a URL', () => {
  const address = (url: string) => literalAddress(new URL(url).hostname)?.address;
  for (const host of ['2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518', '169.254.169.254'])
    expect(address(`https://${host}/`)).toBe('169.254.169.254');
  expect(literalAddress(new URL('https://[::FFFF:169.254.169.254]/').hostname)).toEqual({
    address: '::ffff:a9fe:a9fe',
    family: 6,
  });
  expect(address('https://example.com/')).toBeUndefined();
});
