import { describe, expect, it } from 'vitest';
import {
  baseOfPage,
  isGuestRequest,
  isRemotePage,
  isRemoteRequest,
  readRemoteAddress,
  remoteTitle,
  webAddress,
} from './remote-address.logic.ts';

describe('the address of a server', () => {
  it.each([
    ['castellan.example.org', 'https://castellan.example.org/'],
    ['  HTTPS://Castellan.example.org  ', 'https://castellan.example.org/'],
    ['https://example.org:8443/castellan', 'https://example.org:8443/castellan/'],
    ['example.org/castellan///', 'https://example.org/castellan/'],
    ['10.0.0.5:4310', 'https://10.0.0.5:4310/'],
    ['fd00::1', 'https://[fd00::1]/'],
    ['http://localhost:4310', 'http://localhost:4310/'],
    ['http://127.0.0.1:4310/', 'http://127.0.0.1:4310/'],
    ['http://[::1]:4310', 'http://[::1]:4310/'],
    ['https://example.org/?a=b', 'https://example.org/'],
    ['https://example.org/reset#token=secret', 'https://example.org/reset/'],
  ])('%s is %s', (typed, address) => expect(readRemoteAddress(typed)).toEqual({ address }));

  it.each([
    ['', 'invalid'],
    ['https://', 'invalid'],
    ['not an address', 'invalid'],
    ['ftp://example.org', 'invalid'],
    ['file:///etc/passwd', 'invalid'],
    ['app://castellan', 'invalid'],
    ['javascript://example.org/%0aalert(1)', 'invalid'],
    ['https://user@example.org', 'invalid'],
    ['https://user:secret@example.org', 'invalid'],
    ['http://example.org', 'insecure'],
    ['http://127.0.0.1.example.org', 'insecure'],
    ['http://localhost.example.org', 'insecure'],
    ['http://10.0.0.5', 'insecure'],
  ])('%s is refused as %s', (typed, problem) => expect(readRemoteAddress(typed)).toEqual({ problem }));
});

describe('the base of a page', () => {
  it.each([
    ['https://example.org/dashboard/sessions/', '<base href="/" />', 'https://example.org/'],
    ['https://example.org/a/b/dashboard/', '<base href="/a/b/">', 'https://example.org/a/b/'],
    ['https://example.org/a/', '<base href="/a/">', 'https://example.org/a/'],
    // Whatever a server writes, the app stays at its origin and above the page.
    ['https://example.org/a/', '<base href="/b/">', 'https://example.org/a/'],
    ['https://example.org/a/', '<base href="/a">', 'https://example.org/a/'],
    ['https://example.org/a/', '<base href="https://evil.example/">', 'https://example.org/a/'],
    ['https://example.org/a/', '<base href="//evil.example/">', 'https://example.org/a/'],
    ['https://example.org/a/', '', 'https://example.org/a/'],
  ])('%s with %s begins at %s', (page, html, base) => expect(baseOfPage(page, html)).toBe(base));
});

describe('pages of a server', () => {
  const address = 'https://example.org/castellan/';
  it.each([
    [address, true],
    ['https://example.org/castellan/dashboard?a=b#c', true],
    ['https://example.org/castellan', false],
    ['https://example.org/other/', false],
    ['https://example.org/castellan/../other/', false],
    ['https://example.org:8443/castellan/', false],
    ['http://example.org/castellan/', false],
    ['https://example.org.evil.example/castellan/', false],
    ['https://user@example.org/castellan/', false],
    ['blob:https://example.org/castellan/', false],
    ['data:text/html,x', false],
    ['app://castellan/', false],
    ['', false],
  ])('%s: %s', (page, isOne) => expect(isRemotePage(address, page)).toBe(isOne));
});

describe('requests of a server', () => {
  it.each([
    ['https://example.org/api', true],
    ['wss://example.org/live', true],
    ['data:image/png;base64,AA', true],
    ['blob:https://example.org/1', true],
    ['http://example.org/', false],
    ['ws://example.org/', false],
    ['https://example.org:4310/', false],
    ['https://sub.example.org/', false],
    ['http://127.0.0.1:4310/', false],
    ['file:///etc/passwd', false],
    ['app://castellan/', false],
    ['filesystem:https://example.org/x', false],
    ['not an address', false],
  ])('%s: %s', (url, may) => expect(isRemoteRequest('https://example.org/castellan/', url)).toBe(may));

  it('of a server on this computer stay on its port', () => {
    expect(isRemoteRequest('http://localhost:5000/', 'ws://localhost:5000/live')).toBe(true);
    expect(isRemoteRequest('http://localhost:5000/', 'http://localhost:4310/')).toBe(false);
  });
});

it('only https addresses without credentials are offered for the browser', () => {
  expect(webAddress('https://example.org/a')?.href).toBe('https://example.org/a');
  for (const url of ['http://example.org/', 'https://a:b@example.org/', 'file:///etc/passwd', 'x'])
    expect(webAddress(url)).toBeUndefined();
});

it('the title names the host, also if the name says something else', () => {
  expect(remoteTitle({ name: 'This Computer', address: 'https://evil.example/' })).toBe('This Computer (evil.example)');
  expect(remoteTitle({ name: 'example.org', address: 'https://example.org/' })).toBe('example.org');
});

it.each([
  ['https://sso.example.org/sign-in', true],
  ['wss://sso.example.org/live', true],
  ['data:image/png;base64,AA==', true],
  ['http://127.0.0.1:4310/api/v1/users/me', false],
  ['http://192.168.0.1/', false],
  ['ws://localhost:9229/', false],
  ['app://castellan/', false],
  ['file:///etc/passwd', false],
  ['castellan://add?url=https://example.org', false],
  ['nonsense', false],
])('a page in which people sign in may request %s: %s', (requested, may) => {
  expect(isGuestRequest(requested)).toBe(may);
});
