import { describe, expect, it } from 'vitest';
import { addRemoteLink } from '#shared/contract/desktop-link.ts';
import { linkOfArguments, readLink } from './links.logic.ts';

const token = 'a-token_of.sixteen~characters';
const page = { kind: 'page', page: `/verify#token=${token}` };

const added = (address: string, name = '') => ({ kind: 'add', server: { address, name } });
const refused = (problem: string) => ({ kind: 'refused', problem });

it('a link of an email opens its page', () => {
  expect(readLink(`castellan://verify#token=${token}`)).toEqual(page);
});

describe('a link that adds a server', () => {
  it('is what the page of a server shows', () => {
    const link = addRemoteLink('https://example.org/castellan', 'Müller & Söhne');
    expect(readLink(link)).toEqual(added('https://example.org/castellan/', 'Müller & Söhne'));
  });

  it.each([
    ['castellan://add?url=https%3A%2F%2Fexample.org', added('https://example.org/')],
    ['castellan://add/?url=https://example.org:8443/', added('https://example.org:8443/')],
    ['castellan://add?url=http://localhost:4310', added('http://localhost:4310/')],
    ['castellan://add?url=https://example.org/dashboard%3Fa=b%23c', added('https://example.org/dashboard/')],
    // A name that hides or reorders what follows it isn't shown.
    ['castellan://add?url=https://example.org&name=%E2%80%AEgnikaB', added('https://example.org/')],
    ['castellan://add?url=https://example.org&name=a%0Ab', added('https://example.org/')],
    [`castellan://add?url=https://example.org&name=${'x'.repeat(61)}`, added('https://example.org/')],
  ])('names its address: %s', (link, read) => {
    expect(readLink(link)).toEqual(read);
  });

  it.each([
    ['castellan://add', 'invalid'],
    ['castellan://add?url=', 'invalid'],
    ['castellan://add?url=example.org', 'invalid'],
    ['castellan://add?url=https://user@example.org', 'invalid'],
    ['castellan://add?url=https://user:secret@example.org', 'invalid'],
    ['castellan://add?url=http://example.org', 'insecure'],
    ['castellan://add?url=file:///etc/passwd', 'invalid'],
    ['castellan://add?url=javascript:alert(1)', 'invalid'],
    ['castellan://add?url=castellan://add', 'invalid'],
    ['castellan://add?url=app://castellan/', 'invalid'],
    ['castellan://add?url=https://a.example&url=https://b.example', 'invalid'],
    ['castellan://add?url=https://a.example&trust=yes', 'invalid'],
    ['castellan://add?url=https://a.example#x', 'invalid'],
    ['castellan://user@add?url=https://a.example', 'invalid'],
    ['castellan://add:80?url=https://a.example', 'invalid'],
    ['castellan://add/more?url=https://a.example', 'invalid'],
    [`castellan://add?url=https://a.example/${'x'.repeat(2_100)}`, 'invalid'],
  ])('is refused: %s', (link, problem) => {
    expect(readLink(link)).toEqual(refused(problem));
  });
});

it.each(['castellan://dashboard', 'https://add?url=https://example.org', '--inspect', ''])('is no link: %s', (text) => {
  expect(readLink(text)).toBeUndefined();
});

it('is found among the arguments of a command line', () => {
  expect(linkOfArguments(['electron', '.', '--flag', `castellan://verify#token=${token}`])).toEqual(page);
  expect(linkOfArguments(['electron', '.'])).toBeUndefined();
});
