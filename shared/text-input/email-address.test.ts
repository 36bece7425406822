import { describe, expect, it } from 'vitest';
import { normalizeEmail, normalizeHost } from './email-address.ts';

const label = (octets: number): string => 'x'.repeat(octets);
/** An address of so many octets. */
const address = (octets: number): string => {
  const rest = `a@${label(63)}.${label(63)}.${label(63)}..de`;
  return rest.replace('..', `.${label(octets - rest.length)}.`);
};

describe('the length', () => {
  it('of a label of the host is 63 octets at most', () => {
    expect(normalizeHost(`${label(63)}.de`)).toBe(`${label(63)}.de`);
    expect(normalizeHost(`${label(64)}.de`)).toBeUndefined();
  });

  it('of the part before the @ is 64 octets at most', () => {
    expect(normalizeEmail(`${label(64)}@example.de`)).toBe(`${label(64)}@example.de`);
    expect(normalizeEmail(`${label(65)}@example.de`)).toBeUndefined();
    // Two octets each.
    expect(normalizeEmail(`${'ü'.repeat(32)}@example.de`)).toBe(`${'ü'.repeat(32)}@example.de`);
    expect(normalizeEmail(`${'ü'.repeat(33)}@example.de`)).toBeUndefined();
  });

  it('of an address is 254 octets at most', () => {
    expect(address(254)).toHaveLength(254);
    expect(normalizeEmail(address(254))).toBe(address(254));
    expect(normalizeEmail(address(255))).toBeUndefined();
  });
});

it.each([
  // The @ and the dots of Japanese, Chinese and Korean keyboards
  'ann＠example.com',
  'ann﹫example.com',
  'ann@example。com',
  'ann＠example．ｃｏｍ',
  'ann@example｡com',
  // What comes along from chats, documents and web pages
  '\u200bann@example.com',
  'ann@example.com\u200b',
  '\ufeffann@example.com',
  '\u202aann@example.com\u202c',
  '\u00a0ann@example.com\u3000\n',
])('%j is ann@example.com', (typed) => {
  expect(normalizeEmail(typed)).toBe('ann@example.com');
});

it.each([
  'ann@bob＠example.com',
  'ann bob@example.com',
  '\u200b@example.com',
  'an\u200bn@example.com',
  'ann\u0000@example.com',
])('%j is none', (typed) => {
  expect(normalizeEmail(typed)).toBeUndefined();
});
