import { describe, expect, it } from 'vitest';
import { relyingParties } from './relying-parties.ts';

describe('the sites at which passkeys work', () => {
  it('are the public URL and localhost', () => {
    expect(relyingParties('https://castellan.example.com', ['castellan.example.com', 'localhost:4310'])).toEqual([
      { id: 'castellan.example.com', origin: 'https://castellan.example.com' },
      { id: 'localhost', origin: 'http://localhost:4310' },
    ]);
    expect(relyingParties('https://castellan.example.com:8443', [])).toEqual([
      { id: 'castellan.example.com', origin: 'https://castellan.example.com:8443' },
    ]);
    expect(relyingParties(undefined, ['localhost'])).toEqual([{ id: 'localhost', origin: 'http://localhost' }]);
  });

  it.each([
    ['plain HTTP', 'http://castellan.example.com'],
    ['an IPv4 address', 'https://192.0.2.7'],
    ['an IPv6 address', 'https://[2001:db8::7]'],
  ])('are not at %s, where no browser offers them', (_what, publicUrl) => {
    expect(relyingParties(publicUrl, [])).toEqual([]);
  });

  it('are no other names that the server answers to', () => {
    const hosts = ['127.0.0.1:4310', '[::1]:4310', 'castellan:4310', 'localhost.evil.example', '*:4310'];
    expect(relyingParties(undefined, hosts)).toEqual([]);
  });
});
