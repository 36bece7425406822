import { describe, expect, it } from 'vitest';
import { appLinkUrl, linkedPages } from '../mail/link-url.ts';
import { externalAddress, isConsoleAddress, pageOfLink } from './addresses.logic.ts';

const token = 'a-token_of.sixteen~or-more';

describe("the console's own URLs", () => {
  it.each(['app://castellan/', 'app://castellan/login?next=/', 'app://castellan/dashboard#x'])(
    'include %s',
    (address) => {
      expect(isConsoleAddress(address)).toBe(true);
    },
  );

  it.each([
    '',
    'castellan',
    'https://castellan/',
    'app://evil/',
    'app://castellan.evil/',
    'app://evil@castellan/',
    'app://castellan:81/',
    'file:///app://castellan/',
    'javascript:app://castellan/',
    'about:blank',
  ])('exclude %s', (address) => {
    expect(isConsoleAddress(address)).toBe(false);
  });
});

describe('a URL to open outside of the app', () => {
  const service = 'http://127.0.0.1:4310';
  const outside = (address: string) =>
    externalAddress(address, service, ['updates.example.org', 'panel.example.org:8443']);

  it('may be a page of the service at its address, or an https page of a listed host', () => {
    expect(outside('app://castellan/api/docs')).toBe(`${service}/api/docs`);
    expect(outside(`${service}/api/docs`)).toBe(`${service}/api/docs`);
    expect(outside('https://updates.example.org/1.2.3')).toBe('https://updates.example.org/1.2.3');
    expect(outside('https://panel.example.org:8443/')).toBe('https://panel.example.org:8443/');
  });

  it.each([
    'http://127.0.0.1:80@evil.example/',
    'http://127.0.0.1:4311/',
    'http://updates.example.org/',
    'https://updates.example.org:444/',
    'https://panel.example.org/',
    'https://updates.example.org.evil.example/',
    'https://user@updates.example.org/',
    'https://evil.example/',
    'file:///etc/passwd',
    'smb://updates.example.org/share',
    'javascript:alert(1)',
    'castellan://verify',
    'not an address',
  ])('may not be %s', (address) => {
    expect(outside(address)).toBeUndefined();
  });

  it('may not be a page of the service while it is not running', () => {
    expect(externalAddress('app://castellan/api/docs', undefined, [])).toBeUndefined();
  });
});

describe('links in emails', () => {
  it('exist for every page that an email links to', () => {
    expect(linkedPages).toContain('/verify');
    for (const page of linkedPages) {
      const link = appLinkUrl(`http://127.0.0.1:4310${page}#token=${token}`);
      expect(link).toBe(`castellan:/${page}#token=${token}`);
      expect(pageOfLink(link)).toBe(`${page}#token=${token}`);
    }
  });

  it.each(['verify', 'reset', 'invite', 'cancel-email-change'])('open their page: %s', (page) => {
    expect(pageOfLink(`castellan://${page}#token=${token}`)).toBe(`/${page}#token=${token}`);
    expect(pageOfLink(`castellan://${page}/#token=${token}`)).toBe(`/${page}#token=${token}`);
    expect(pageOfLink(`castellan://${page}#token=${token}&email=jo%40c.example`)).toBe(`/${page}#token=${token}`);
  });

  it.each([
    `castellan://dashboard#token=${token}`,
    `castellan://reset/../dashboard#token=${token}`,
    `castellan://reset?return_to=/evil#token=${token}`,
    `castellan://constructor#token=${token}`,
    `castellan://user@reset#token=${token}`,
    'castellan://reset#token=short',
    `castellan://reset#token=${token}&email=a&return_to=/evil`,
    `castellan://reset#token=${'x'.repeat(513)}`,
    'castellan://reset#token=with"quotes-and<tags>',
    'castellan://reset',
    `https://reset#token=${token}`,
    '--inspect',
  ])('open nothing: %s', (link) => {
    expect(pageOfLink(link)).toBeUndefined();
  });
});
