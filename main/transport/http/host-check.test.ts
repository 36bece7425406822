import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { AppError } from '#shared/texts/errors.ts';
import { createHostCheck, type HostCheck, hostNames } from './host-check.ts';

interface Parts {
  host?: string | string[];
  url?: string;
  method?: string;
  headers?: IncomingHttpHeaders;
}

/** The parts of a request that the check reads. */
const request = ({ host = [], url = '/', method = 'GET', headers = {} }: Parts): IncomingMessage => {
  const hosts = [host].flat();
  const raw = hosts.flatMap((name) => ['Host', name]);
  return {
    headers: { ...headers, ...(hosts[0] !== undefined && { host: hosts[0] }) },
    rawHeaders: raw,
    url,
    method,
  } as IncomingMessage;
};

const outcome = (hostCheck: HostCheck, parts: Parts): string => {
  try {
    hostCheck.check(request(parts));
    return 'passed';
  } catch (error) {
    return error instanceof AppError ? error.key : String(error);
  }
};

const passing = (hostCheck: HostCheck, hosts: string[]): string[] =>
  hosts.filter((host) => outcome(hostCheck, { host }) === 'passed');

describe('the host check of a loopback server', () => {
  const hostCheck = createHostCheck('127.0.0.1', 4310, undefined);

  it('accepts its names at its port', () => {
    const hosts = ['127.0.0.1:4310', 'localhost:4310', '[::1]:4310', '127.0.0.1', 'localhost', '192.168.0.2:4310', ''];
    expect(passing(hostCheck, hosts)).toEqual(['127.0.0.1:4310', 'localhost:4310', '[::1]:4310']);
  });

  it('requires exactly one Host header, and a path', () => {
    expect(outcome(hostCheck, {})).toBe('HOST_NOT_ALLOWED');
    expect(outcome(hostCheck, { host: ['127.0.0.1:4310', 'localhost:4310'] })).toBe('HOST_NOT_ALLOWED');
    expect(outcome(hostCheck, { host: '127.0.0.1:4310', url: '*' })).toBe('HOST_NOT_ALLOWED');
    expect(outcome(hostCheck, { host: '127.0.0.1:4310', url: '' })).toBe('HOST_NOT_ALLOWED');
  });

  it('accepts its host names in any case', () => {
    expect(passing(hostCheck, ['LOCALHOST:4310', 'LocalHost:4310', 'EVIL.com:4310'])).toEqual([
      'LOCALHOST:4310',
      'LocalHost:4310',
    ]);
  });

  it('accepts an absolute request target, whose host counts instead of the header (RFC 9112 §3.2.2)', () => {
    const absolute = request({ host: 'evil.com', url: 'http://LocalHost:4310/api/v1/users/me?a=b' });
    hostCheck.check(absolute);
    expect(absolute.url).toBe('/api/v1/users/me?a=b');
    const bare = request({ host: '127.0.0.1:4310', url: 'http://127.0.0.1:4310' });
    hostCheck.check(bare);
    expect(bare.url).toBe('/');
    for (const url of ['http://evil.com/', 'http://127.0.0.1:4310@evil.com/', 'https://127.0.0.1:4310/', 'http://']) {
      expect([url, outcome(hostCheck, { host: '127.0.0.1:4310', url })]).toEqual([url, 'HOST_NOT_ALLOWED']);
    }
  });

  it('accepts the origins of the pages that it serves', () => {
    const from = (origin: string) => outcome(hostCheck, { host: 'localhost:4310', headers: { origin } });
    for (const origin of ['http://127.0.0.1:4310', 'http://localhost:4310', 'http://[::1]:4310']) {
      expect(from(origin)).toBe('passed');
    }
    for (const origin of ['null', '', 'http://localhost', 'https://localhost:4310', 'http://localhost:4311']) {
      expect(from(origin)).toBe('ORIGIN_NOT_ALLOWED');
    }
  });

  it('allows another site to open a page, and nothing else', () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const open = (parts: Parts) => outcome(hostCheck, { host: 'localhost:4310', headers, ...parts });
    for (const url of ['/', '/login?next=/api/v1/', '/api/docs', '/apiary', '/trpcs'])
      expect(open({ url })).toBe('passed');
    for (const url of ['/api/v1', '/api/v1?x', '/api/v1/users/me', '/trpc', '/trpc/a', '/%74rpc/a', '/api%2Fv1/x']) {
      expect([url, open({ url })]).toEqual([url, 'ORIGIN_NOT_ALLOWED']);
    }
    expect(open({ method: 'POST' })).toBe('ORIGIN_NOT_ALLOWED');
    expect(open({ headers: { ...headers, 'sec-fetch-dest': 'iframe' } })).toBe('ORIGIN_NOT_ALLOWED');
    expect(open({ headers: { ...headers, 'sec-fetch-mode': 'no-cors' } })).toBe('ORIGIN_NOT_ALLOWED');
    expect(open({ url: '/%', headers })).toBe('passed');
  });
});

describe('the host check at port 80', () => {
  it('accepts names without a port, as browsers send them', () => {
    const hostCheck = createHostCheck('127.0.0.1', 80, undefined);
    expect(passing(hostCheck, ['localhost', '127.0.0.1', 'localhost:80', 'evil.com'])).toEqual([
      'localhost',
      '127.0.0.1',
    ]);
  });
});

describe('the host check behind a public name', () => {
  const hostCheck = createHostCheck('127.0.0.1', 4310, 'https://console.example.com');

  it('accepts that name and its origin too', () => {
    expect(
      passing(hostCheck, ['console.example.com', 'console.example.com:443', 'example.com', 'localhost:4310']),
    ).toEqual(['console.example.com', 'localhost:4310']);
    const host = 'console.example.com';
    expect(outcome(hostCheck, { host, headers: { origin: 'https://console.example.com' } })).toBe('passed');
    expect(outcome(hostCheck, { host, headers: { origin: 'http://console.example.com' } })).toBe('ORIGIN_NOT_ALLOWED');
  });
});

describe('the host check of a server on every address', () => {
  it.each(['0.0.0.0', '::'])('accepts addresses at its port, and no other names (%s)', (host) => {
    const hostCheck = createHostCheck(host, 4310, undefined);
    const hosts = [
      '192.168.0.2:4310',
      '[fd00::1]:4310',
      '192.168.0.2',
      '192.168.0.2:1',
      'evil.com:4310',
      '1.evil.com:4310',
      '[evil]:4310',
      '1:4310',
    ];
    expect(passing(hostCheck, hosts)).toEqual(['192.168.0.2:4310', '[fd00::1]:4310']);
    const from = (origin: string) => outcome(hostCheck, { host: '192.168.0.2:4310', headers: { origin } });
    expect(from('http://192.168.0.2:4310')).toBe('passed');
    expect(from('https://192.168.0.2:4310')).toBe('ORIGIN_NOT_ALLOWED');
    expect(from('http://evil.com:4310')).toBe('ORIGIN_NOT_ALLOWED');
    // Another address at the same port is another machine.
    expect(from('http://6.6.6.6:4310')).toBe('ORIGIN_NOT_ALLOWED');
  });

  it('accepts the single address it listens on, in brackets for IPv6', () => {
    expect(passing(createHostCheck('fd00::1', 4310, undefined), ['[fd00::1]:4310', 'fd00::1:4310'])).toEqual([
      '[fd00::1]:4310',
    ]);
    expect(passing(createHostCheck('192.168.0.2', 4310, undefined), ['192.168.0.2:4310', '192.168.0.3:4310'])).toEqual([
      '192.168.0.2:4310',
    ]);
  });
});

describe('the listed names of a server', () => {
  it.each([
    ['127.0.0.1', 4310, undefined],
    ['127.0.0.1', 80, undefined],
    ['192.168.0.2', 4310, 'https://console.example.com'],
    ['fd00::1', 4310, undefined],
  ] as const)('are those it accepts (%s, %i, %s)', (host, port, publicUrl) => {
    const names = hostNames(host, port, publicUrl);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(3);
    expect(passing(createHostCheck(host, port, publicUrl), names)).toEqual(names);
  });

  it('stand for every address if the server listens on all', () => {
    expect(hostNames('0.0.0.0', 4310, undefined)).toEqual(['127.0.0.1:4310', 'localhost:4310', '[::1]:4310', '*:4310']);
  });
});

describe('the host check of a server below a base path', () => {
  const app = 'https://app.example';
  const hostCheck = createHostCheck('127.0.0.1', 4310, 'https://example.com', {
    origins: [app],
    basePath: '/castellan',
  });
  const from = (url: string, headers: IncomingHttpHeaders, method = 'GET') =>
    outcome(hostCheck, { host: 'example.com', url, headers, method });

  it('lets other origins call the API with a token, with and without the path', () => {
    const headers = { origin: app, authorization: 'Bearer x' };
    for (const base of ['', '/castellan']) {
      expect(from(`${base}/api/v1/users/me`, headers)).toBe('passed');
      expect(from(`${base}/dashboard`, headers)).toBe('ORIGIN_NOT_ALLOWED');
    }
  });

  it('lets other sites open pages of the console, and nothing of the API', () => {
    const opens = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    for (const base of ['', '/castellan']) {
      expect(from(`${base}/dashboard`, opens)).toBe('passed');
      expect(from(`${base}/api/v1/openapi.json`, opens)).toBe('ORIGIN_NOT_ALLOWED');
      expect(from(`${base}/trpc/profile.getMe`, opens)).toBe('ORIGIN_NOT_ALLOWED');
    }
  });
});
