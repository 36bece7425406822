import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { programFile, type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';

interface Span {
  name: string;
  traceId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}
interface Export {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

/** A collector that keeps what it receives. */
let collector: Server;
let received: { path: string; body: Export }[];
let server: SpawnedInstance | undefined;
beforeEach(async () => {
  received = [];
  collector = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', body: JSON.parse(await text(request)) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
});

const collectorUrl = (): string => `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
const spansOf = (): Span[] =>
  received.flatMap(({ body }) =>
    body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
const attributesOf = ({ attributes }: Span): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

it('tells a collector about each request, as part of the trace of its caller', async () => {
  server = await spawnInstance({ args: ['--traces-url', collectorUrl()] });
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-00` };
  const answer = await fetch(`${server.address}/api/v1/users/me?secret=hush`, { headers });
  expect(answer.status).toBe(401);
  await fetch(`${server.address}/readyz`);
  expect((await server.stop()).code).toBe(0);

  expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']));
  const [span, ...others] = spansOf();
  expect(others).toEqual([]);
  expect(span).toMatchObject({ name: 'GET /api/v1/users/me', traceId, parentSpanId: 'b7ad6b7169203331' });
  expect(span && attributesOf(span)).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/v1/users/me',
    'http.response.status_code': 401,
    'castellan.request_id': answer.headers.get('x-request-id'),
  });
  expect(JSON.stringify(received)).not.toContain('hush');
});

it('serves and stops as ever without the collector, and says so in the log', async () => {
  const url = collectorUrl();
  await new Promise((resolve) => collector.close(resolve));
  server = await spawnInstance({ args: ['--traces-url', url] });
  expect((await fetch(`${server.address}/api/v1/users/me`)).status).toBe(401);
  const { code, stderr } = await server.stop();
  expect(code).toBe(0);
  expect(stderr).toContain('failed to send traces');
});

it('is not loaded unless it is on', async () => {
  const folder = dirname(programFile);
  const loaded = new Set<string>();
  const follow = async (name: string): Promise<void> => {
    if (loaded.has(name)) return;
    loaded.add(name);
    const source = await readFile(join(folder, name), 'utf8');
    const imports = source.matchAll(/(?:^|\n)\s*(?:import|export)[^'"();]*?from\s*["'](\.\/[^"']+)["']/g);
    for (const [, path = ''] of imports) await follow(basename(path));
  };
  const files = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  for (const name of files.filter((file) => /^(cli|index|app|serve)\b/.test(file))) await follow(name);
  const contents = await Promise.all(
    files.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
  );
  const withLibrary = contents.filter(([, source]) => source.includes('OTLPTraceExporter')).map(([name]) => name);
  expect(withLibrary).not.toEqual([]);
  expect(withLibrary.filter((name) => loaded.has(name))).toEqual([]);
});
