import { hash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createLeakedPasswords, type LeakedPasswords } from './leaked-passwords.ts';
import { createPasswords } from './passwords.ts';

const digestOf = (password: string) => hash('sha1', password, 'hex').toUpperCase();
const asked: { url: string | undefined; padding: unknown }[] = [];
let answer: { status: number; body: string } | undefined;
const server = createServer((request, response) => {
  asked.push({ url: request.url, padding: request.headers['add-padding'] });
  if (answer) response.writeHead(answer.status).end(answer.body);
});
let origin: string;
let leaked: LeakedPasswords;
const warn = vi.fn();
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  leaked = createLeakedPasswords(origin, { warn });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
  warn.mockClear();
});

/** A range with these hashes, among others. */
const rangeWith = (...lines: string[]) => {
  answer = {
    status: 200,
    body: ['0018A45C4D1DEF81644B54AB7F969B88D65:10', ...lines, `${'F'.repeat(35)}:2`].join('\r\n'),
  };
};
const restOf = (password: string) => digestOf(password).slice(5);

it('finds a password by the rest of its hash, and tells no more than five characters of it', async () => {
  rangeWith(`${restOf('correct horse')}:12`);
  expect(await leaked.includes('correct horse')).toBe(true);
  expect(asked).toEqual([{ url: `/range/${digestOf('correct horse').slice(0, 5)}`, padding: 'true' }]);
  expect(await leaked.includes('another horse')).toBe(false);
  expect(warn).not.toHaveBeenCalled();
});

it('takes padding for what it is', async () => {
  rangeWith(`${restOf('correct horse')}:0`);
  expect(await leaked.includes('correct horse')).toBe(false);
});

it.each([
  ['an error', { status: 503, body: '' }],
  ['more than anyone needs', { status: 200, body: 'x'.repeat(300 * 1024) }],
  ['a redirect', { status: 302, body: '' }],
])('finds nothing, and warns, if the server answers with %s', async (_, given) => {
  answer = given;
  expect(await leaked.includes('correct horse')).toBe(false);
  expect(warn).toHaveBeenCalledOnce();
  expect(JSON.stringify(warn.mock.calls)).not.toContain('horse');
});

it('finds nothing, and warns, if no one listens', async () => {
  expect(await createLeakedPasswords('http://127.0.0.1:1', { warn }).includes('correct horse')).toBe(false);
  expect(warn).toHaveBeenCalledOnce();
});

it('is asked for each new password, in both of its spellings', async () => {
  const passwords = createPasswords(4, { refuseCommon: false, leaked });
  const typed = 'Scho\u0308nbrunn1';
  rangeWith(`${restOf(typed)}:1`);
  expect(await failsWith(passwords.assertAcceptable(typed, []), 'WEAK_PASSWORD')).toEqual({ reason: 'leaked' });
  rangeWith();
  await passwords.assertAcceptable('Sch\u00f6nbrunn1', []);
  await passwords.close();
});
