import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('the name in EHLO', () => {
  it.each([
    [{ 'public-url': 'https://castellan.example.com' }, 'castellan.example.com'],
    [{ 'public-url': 'https://castellan.example.com:8443' }, 'castellan.example.com'],
    [{ 'public-url': 'https://castellan.example.com', 'mail-hostname': 'out.example.com' }, 'out.example.com'],
    // What a mail server wouldn't take for a name.
    [{ 'public-url': 'http://localhost:4310' }, undefined],
    [{ 'public-url': 'http://192.0.2.1' }, undefined],
    [{ 'public-url': 'http://[2001:db8::1]' }, undefined],
    [{}, undefined],
  ])('of %j is %s', (flags, name) => {
    expect(readConfig(flags, {}, undefined).mailHostname).toBe(name);
  });
});

it.each(['Acme', 'Acme <>', 'a@example.com, b@example.com', 'Acme <acme>'])('%j is no sender', (text) => {
  expect(() => readConfig({ 'mail-from': text }, {}, undefined)).toThrow(
    `--mail-from: ${JSON.stringify(text)} is invalid (must be an address such as Castellan <castellan@example.com>)`,
  );
});
