import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { createCallCounts } from '../../platform/call-counts.ts';
import { createLogger } from '../../platform/logger.ts';
import { createProxies } from './proxies.ts';

const trusting = (ranges: string[], addresses: string[]): string[] => {
  const { trusts } = createProxies(ranges, createLogger('silent'), createCallCounts());
  return addresses.filter(trusts);
};

it('trusts a connection without an address only on a Unix socket, and if it trusts any proxy', () => {
  const trusted = (ranges: string[], isUsed: boolean): boolean => {
    const proxies = createProxies(ranges, createLogger('silent'), createCallCounts());
    proxies.useUnixSocket(isUsed);
    return proxies.trusts(undefined);
  };
  expect([trusted(['127.0.0.1'], true), trusted([], true), trusted(['127.0.0.1'], false)]).toEqual([
    true,
    false,
    false,
  ]);
});

it('trusts addresses and ranges, of both kinds', () => {
  const addresses = [
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    '11.0.0.1',
    'fd00::7',
    'fd01::7',
    '',
    'x',
  ];
  expect(trusting(['127.0.0.0/8', '::1/128'], addresses)).toEqual([
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '::ffff:127.0.0.1',
  ]);
  expect(trusting(['127.0.0.1', '10.0.0.0/8', 'fd00::/16'], addresses)).toEqual([
    '127.0.0.1',
    '::ffff:127.0.0.1',
    '10.1.2.3',
    'fd00::7',
  ]);
  expect(trusting([], addresses)).toEqual([]);
});

it('counts requests that an untrusted proxy forwarded, and no others', () => {
  const counts = createCallCounts();
  const proxies = createProxies(['10.0.0.1'], createLogger('silent'), counts);
  const notice = (remoteAddress: string, headers: Record<string, string>): void =>
    proxies.notice({ headers, socket: { remoteAddress } } as IncomingMessage);
  const forwarded = { 'x-forwarded-for': '192.0.2.1' };
  notice('10.0.0.2', {});
  notice('10.0.0.1', {});
  notice('10.0.0.1', forwarded);
  expect(counts.untrusted()).toBe(0);
  notice('10.0.0.2', forwarded);
  expect(counts.untrusted()).toBe(1);
});
