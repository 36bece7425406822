import { readdir, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { CastellanError } from './errors.ts';
import { fileStore } from './file-store.ts';
import { surroundings } from './surroundings.ts';

const folder = perTest(() => temporaryFolder('castellan-store-'));
const path = (): string => join(folder.path, 'below/session.json');
let passed: number;
/** Time passes only while someone waits. */
const time = {
  now: () => passed,
  unique: surroundings.unique,
  wait: async (ms: number) => {
    passed += ms * 20;
    await new Promise((resolve) => setImmediate(resolve));
  },
};
const store = () => fileStore(path(), time);
beforeEach(() => {
  passed = 0;
});

it('keeps what is written, for its user alone, and leaves nothing else behind', async () => {
  expect(await store().read()).toEqual({});
  await store().exclusively(() => store().write({ device: 'd' }));
  expect(await store().read()).toEqual({ device: 'd' });
  expect((await stat(path())).mode & 0o777).toBe(0o600);
  expect(await readdir(join(folder.path, 'below'))).toEqual(['session.json']);
});

it('lets one work at a time', async () => {
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, () => store().exclusively(work)));
  expect([most, inside]).toEqual([1, 0]);
});

it.each([
  ['of a process that is gone', `a ${2 ** 22 + 1} ${hostname()}`, 2_000],
  ['of another computer that says nothing for a minute', 'a 1 elsewhere', 60_000],
])('takes over a lock %s', async (_, held, afterMs) => {
  await store().exclusively(() => store().write({}));
  await writeFile(`${path()}.lock`, held);
  expect(await store().exclusively(async () => 'done')).toBe('done');
  expect(passed).toBeGreaterThan(afterMs);
  expect(passed).toBeLessThan(afterMs + 1_000);
  expect(await readdir(join(folder.path, 'below'))).toEqual(['session.json']);
});

it('never takes over the lock of a process that runs, and says so in the end', async () => {
  await store().exclusively(() => store().write({}));
  await writeFile(`${path()}.lock`, `a ${process.pid} ${hostname()}`);
  await expect(store().exclusively(async () => 'done')).rejects.toThrow(CastellanError);
});

it.each(['{', '[]', 'null', '{"session":{"access_token":5}}', ''])(
  'says that a file with %s is damaged',
  async (text) => {
    await store().exclusively(() => store().write({}));
    await writeFile(path(), text);
    await expect(store().read()).rejects.toThrow(`${path()} can't be read. Sign in again`);
  },
);
