import { describe, expect, it } from 'vitest';
import { isHttpsUrl, isNativeUri, isProtectedPath, isRedirectUri, normalizeHost } from './application-urls.ts';

/** Those that can stand for themselves behind a host (RFC 3986), but a `*`, which other programs take for a wildcard. */
const plain = /^[A-Za-z0-9\-._~:/?[\]@!$&'()+,;=%]$/;

describe('an address that people come back to', () => {
  it('has no character that isn’t one of addresses, such as one that would end the text of a configuration', () => {
    for (let code = 0; code < 256; code += 1) {
      const character = String.fromCharCode(code);
      for (const start of ['https://app.example/', 'https://app.example/?', 'http://127.0.0.1:1/', 'com.example.app:/'])
        expect
          .soft(isRedirectUri(`${start}a${character}b`), JSON.stringify(start + character))
          .toBe(plain.test(character));
    }
  });

  it.each([
    'https://app.example/callback',
    'https://app.example',
    'https://app.example:8443/a?b=c',
    'https://[2001:db8::1]/callback',
    'https://127.0.0.1/callback',
  ])('can be %s, whatever the application is', (uri) => {
    expect([isHttpsUrl(uri), isNativeUri(uri), isRedirectUri(uri)]).toEqual([true, false, true]);
  });

  it.each([
    'http://127.0.0.1/callback',
    'http://127.0.0.1:51004/callback',
    'http://[::1]:1/',
    'http://localhost:3000/callback',
    'com.example.app:/callback',
    'com.example.app:/',
  ])('can be %s on the computer of whoever signs in', (uri) => {
    expect([isHttpsUrl(uri), isNativeUri(uri), isRedirectUri(uri)]).toEqual([false, true, true]);
  });

  it.each([
    'http://app.example/callback',
    'https://app.example/callback#fragment',
    'https://app.example/callback#',
    'https://*.app.example/callback',
    'https://app.example/*',
    'https://user:password@app.example/',
    'https://app.example@evil.example/',
    'https://app.example\\@evil.example/',
    'https://app.example/a b',
    'https://app.example/\u00e9',
    'https://app.example/\n',
    'https:///callback',
    'https://app.example:99999/callback',
    'https://999.0.0.1/callback',
    'https://[2001:db8::1::2]/callback',
    'http://localhost:65536/callback',
    'https://',
    'javascript:alert(1)',
    'data:text/html,x',
    'app:/callback',
    'com.example.app://host/callback',
    'com.example.app:callback',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example/',
    'http://127.0.0.1@evil.example/',
    'HTTP://127.0.0.1/',
    '//app.example/callback',
    '/callback',
    '',
  ])('is never %j', (uri) => {
    expect(isRedirectUri(uri)).toBe(false);
  });
});

describe('a protected host', () => {
  it.each([
    ['wiki.example.com', 'wiki.example.com'],
    ['WIKI.Example.com', 'wiki.example.com'],
    ['wiki.example.com:443', 'wiki.example.com'],
    ['wiki.example.com:8443', 'wiki.example.com:8443'],
    ['wiki.example.com:08443', 'wiki.example.com:8443'],
    ['wiki', 'wiki'],
  ])('%s is stored as %s', (text, host) => {
    expect(normalizeHost(text)).toBe(host);
  });

  it.each([
    'https://wiki.example.com',
    'wiki.example.com/',
    'wiki.example.com:',
    'wiki.example.com:0',
    'wiki.example.com:65536',
    'wiki.example.com.',
    '.example.com',
    '*.example.com',
    'user@wiki.example.com',
    'wiki example.com',
    'wíki.example.com',
    '',
  ])('is never %j', (text) => {
    expect(normalizeHost(text)).toBeUndefined();
  });
});

describe('a protected path', () => {
  it.each(['/', '/admin', '/admin/', "/a-b_c.d~e/!$&'()*+,=:@", '/...', '/.well-known'])('can be %s', (path) => {
    expect(isProtectedPath(path)).toBe(true);
  });

  it.each([
    ...['', 'admin', '//', '/a//b', '/a/../b', '/..', '/.', '/a/./b', '/a;b', '/a%2fb', '/a?b', '/a#b', '/a\\b'],
    ...['/a b', '/\u00e9', '/a\n'],
  ])('is never %j', (path) => {
    expect(isProtectedPath(path)).toBe(false);
  });
});
