import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { operations } from '#shared/contract/index.ts';

const server = perFile(() => createTestApp());
/** A script that the console's page loads at once, by its hashed name. */
let script: string;

interface Sent {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Sends a request like a browser, but returns the bytes as transferred. */
const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Sent> => {
  const asking = request(`${server.address}${path}`, { method, headers, agent: false });
  asking.end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) };
};

beforeAll(async () => {
  const page = await ask('/login');
  script = /src="\.(\/assets\/first-[^"]+\.js)"/.exec(page.body.toString())?.[1] ?? '';
  expect(script).not.toBe('');
});

it('loads nothing of what follows signing in with the sign-in page, with or without passkeys', async () => {
  const read = async (path: string): Promise<string> => (await ask(path)).body.toString();
  const named = (text: string, name: string): string =>
    new RegExp(`(${name}-[\\w-]+\\.js)`).exec(text)?.[1] ?? `no ${name}`;
  /** A script and all that it imports at once. */
  const needs = async (file: string, known = new Set<string>()): Promise<Set<string>> => {
    if (known.has(file)) return known;
    known.add(file);
    const text = await read(`/assets/${file}`);
    for (const [, next = ''] of text.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) await needs(next, known);
    return known;
  };
  const first = await read(script);
  for (const part of ['login-page', 'auth-layout', 'passkey-sign-in']) {
    const names = [...(await needs(named(first, part)))].map((file) => file.replace(/-[\w-]{8}\.js$/, ''));
    expect(names, part).toContain('libraries');
    expect(names, part).not.toContain('home');
  }
});

describe("the console's files on the wire", () => {
  it.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
    ['gzip', 'br;q=0, gzip', gunzipSync],
  ])('are sent as %s to a browser that accepts "%s"', async (encoding, accepted, decompress) => {
    const plain = await ask(script);
    const sent = await ask(script, { 'accept-encoding': accepted });
    expect([sent.status, sent.headers['content-encoding']]).toEqual([200, encoding]);
    expect(sent.headers['content-type']).toBe(plain.headers['content-type']);
    expect(sent.headers['content-type']).toMatch(/javascript/);
    expect(Number(sent.headers['content-length'])).toBe(sent.body.length);
    expect(sent.body.length).toBeLessThan(plain.body.length / 2);
    expect(decompress(sent.body).equals(plain.body)).toBe(true);
  });

  it.each([undefined, 'identity', 'zstd'])('are sent uncompressed to a client that accepts %s', async (accepted) => {
    const { status, headers } = await ask(script, accepted === undefined ? {} : { 'accept-encoding': accepted });
    expect([status, headers['content-encoding']]).toEqual([200, undefined]);
  });

  it('leave out what only the API reference shows', async () => {
    const text = (await ask(script)).body.toString();
    // The script has the contract.
    expect(text.includes('resendVerification')).toBe(true);
    expect(operations.filter(({ operation }) => text.includes(operation.summary))).toEqual([]);
  });

  it('tell caches that the encoding depends on the request, in every encoding', async () => {
    for (const accepted of ['br', 'gzip', 'identity']) {
      const { headers } = await ask(script, { 'accept-encoding': accepted });
      expect(headers.vary?.toLowerCase()).toContain('accept-encoding');
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('have a different ETag per encoding, and are not sent again to a client that has it', async () => {
    const tags = new Set<string>();
    for (const accepted of ['br', 'gzip', 'identity']) {
      const { headers } = await ask(script, { 'accept-encoding': accepted });
      const tag = headers.etag ?? '';
      const again = await ask(script, { 'accept-encoding': accepted, 'if-none-match': tag });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, tag]);
      tags.add(tag);
    }
    expect(tags.size).toBe(3);
  });

  it('are revalidated each time if their names have no hash', async () => {
    const { status, headers } = await ask('/color-scheme.js', { 'accept-encoding': 'br' });
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
  });

  it.each([() => script, () => '/', () => '/login'])(
    'answer HEAD with the headers of GET and no body',
    async (pathOf) => {
      const get = await ask(pathOf(), { 'accept-encoding': 'br' });
      const head = await ask(pathOf(), { 'accept-encoding': 'br' }, 'HEAD');
      expect([head.status, head.body.length]).toEqual([200, 0]);
      for (const name of ['content-length', 'content-encoding', 'content-type', 'etag', 'vary', 'cache-control']) {
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
      }
    },
  );

  it.each([
    ['identity', 'bytes=10-29'],
    ['br', 'bytes=10-29'],
    ['identity', 'bytes=999999999-'],
    ['br', 'bytes=-1,5-'],
  ])('are sent whole even if a range of the %s encoding is requested (%s)', async (accepted, range) => {
    const whole = await ask(script, { 'accept-encoding': accepted });
    const answer = await ask(script, { 'accept-encoding': accepted, range });
    expect([answer.status, answer.headers['content-range']]).toEqual([200, undefined]);
    expect(answer.headers['accept-ranges']).not.toBe('bytes');
    expect(answer.body.equals(whole.body)).toBe(true);
  });

  it('have one name each: compressed variants and the page without its nonce are not served', async () => {
    for (const path of [`${script}.br`, `${script}.gz`, '/index.html', '/index.html.br']) {
      const { status, body } = await ask(path, { 'accept-encoding': 'br, gzip' });
      expect([path, status]).toEqual([path, 404]);
      expect(body.toString()).not.toContain('__CSP_NONCE__');
    }
  });

  it.each([
    '/assets/../../main/cli.js',
    '/assets/..%2f..%2fmain%2fcli.js',
    '/assets/%2e%2e/%2e%2e/main/cli.js',
    '/assets/..%5c..%5cmain%5ccli.js',
    '/..%2fmain%2fcli.js',
  ])('are never served from outside of their folder, compressed or not: %s', async (path) => {
    for (const accepted of ['identity', 'br, gzip']) {
      const { status, headers, body } = await ask(path, { 'accept-encoding': accepted });
      expect([status, headers['content-encoding']]).toEqual([404, undefined]);
      expect(body.toString()).not.toContain('castellan listening');
    }
  });
});
