import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { askRegistry, createRegistry, type RegistryAnswers } from './registry.ts';

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

const deprecated = 'request has been deprecated, see https://github.com/request/request/issues/3142';

/** A registry that has these documents and knows no others. A document of `undefined` never comes. */
const asking = async (
  documents: Readonly<Record<string, object | number | undefined>>,
  timeoutMs = 60_000,
): Promise<{ asked: string[]; most: number; found: RegistryAnswers }> => {
  const asked: string[] = [];
  let [open, most] = [0, 0];
  const answer = (path: string, response: ServerResponse): void => {
    const found = documents[path];
    if (path in documents && found === undefined) return;
    open -= 1;
    response.statusCode = typeof found === 'number' ? found : found ? 200 : 404;
    response.end(JSON.stringify(found ?? {}));
  };
  server = createServer(({ url = '' }, response) => {
    asked.push(url);
    open += 1;
    most = Math.max(most, open);
    setImmediate(answer, url, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const packages = [
    { name: '@appthreat/sqlite3', version: '9.0.2', direct: ['sqlite3'] },
    { name: 'gone', version: '1.0.0', direct: ['gone'] },
    ...Array.from({ length: 60 }, (_, at) => ({ name: `inner-${at}`, version: '1.0.0', direct: [] })),
  ];
  const registry = createRegistry(url, AbortSignal.timeout(timeoutMs));
  return { asked, most, found: await askRegistry(registry, packages, ['@appthreat/sqlite3', '@appthreat/sqlite3']) };
};

const inner = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`/inner-${at}/1.0.0`, { version: '1.0.0' }]));
const documents = {
  ...inner,
  '/request/2.88.2': { version: '2.88.2', deprecated },
  '/inner-7/1.0.0': { version: '1.0.0', deprecated: 'Old.' },
  // npm takes a notice back with an empty one.
  '/inner-8/1.0.0': { version: '1.0.0', deprecated: '' },
  '/@appthreat%2fsqlite3': { versions: { '9.0.1': {}, '9.0.2': {} } },
  '/@appthreat%2fsqlite3/9.0.2': { version: '9.0.2' },
};

test('each package is asked about once, a few at a time', async () => {
  const { asked, most, found } = await asking(documents);
  expect(found.problem).toBeUndefined();
  expect(found.tellsDeprecations).toBe(true);
  expect(asked).toHaveLength(1 + 1 + 62);
  expect(most).toBeLessThanOrEqual(15);
  expect(found.versions).toEqual(new Map([['@appthreat/sqlite3', ['9.0.1', '9.0.2']]]));
  expect(found.answers.get('gone@1.0.0')).toEqual({ is: 'withdrawn' });
  expect(found.answers.get('inner-7@1.0.0')).toEqual({ is: 'offered', deprecated: 'Old.' });
  expect(found.answers.get('inner-8@1.0.0')).toEqual({ is: 'offered' });
});

test('a mirror without notices says so, and is only asked about what package.json lists', async () => {
  const { asked, found } = await asking({ ...documents, '/request/2.88.2': { version: '2.88.2' } });
  expect(found.tellsDeprecations).toBe(false);
  expect(asked).toHaveLength(1 + 1 + 2);
  expect(found.answers.get('gone@1.0.0')).toEqual({ is: 'withdrawn' });
});

test.each([
  ['is busy', { ...documents, '/inner-3/1.0.0': 503 }, 'the registry answered 503'],
  ['refuses', { ...documents, '/request/2.88.2': 401 }, 'the registry answered 401'],
])('a registry that %s leaves a problem', async (_name, busy, message) => {
  expect((await asking(busy)).found.problem?.message).toBe(message);
});

test('a registry that never answers is given up in time', async () => {
  const { found } = await asking({ ...documents, '/inner-3/1.0.0': undefined }, 500);
  expect(found.problem?.name).toBe('TimeoutError');
  expect(found.answers.has('inner-3@1.0.0')).toBe(false);
});

test('a registry that is away leaves a problem', async () => {
  const registry = createRegistry('http://127.0.0.1:1', AbortSignal.timeout(60_000));
  expect((await askRegistry(registry, [], [])).problem?.message).toBe('fetch failed');
});
