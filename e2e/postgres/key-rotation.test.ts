import { readFile, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { queryDatabase } from '#e2e/support/postgres-cluster.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { startProgramInstances } from '#e2e/support/program-instances.ts';
import type { SpawnedInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { runWarm } from '#e2e/support/warm-program.ts';

const [email, password] = ['ada@example.com', 'a long winding road 7'];
const account = { email, password, name: 'Ada', company_name: 'Example' };
const instances = perTest(() => startProgramInstances(3, { args: ['--sign-ups', 'open', '--rate-limits', 'off'] }));

const at = (index: number): SpawnedInstance => instances.servers[index] as SpawnedInstance;
const keysOf = async ({ dataDir }: SpawnedInstance): Promise<string[]> =>
  JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')).keys.map(({ kid }: { kid: string }) => kid);
const kidOfToken = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
const run = (index: number, ...argv: string[]) =>
  runWarm([...argv, '--data-dir', at(index).dataDir], instances.environment);
const query = (text: string) => queryDatabase(instances.url, text);
const login = async (index: number): Promise<string> => {
  const { status, body, text } = await send(at(index).address, 'POST', '/api/v1/auth/login', {
    body: { email, password },
  });
  expect(status, text).toBe(200);
  return (body as { access_token: string }).access_token;
};
const statusesOf = async (index: number): Promise<string[]> =>
  (await run(index, 'keys', 'list', '--json')).stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).status);
const isAccepted = async (token: string): Promise<number[]> =>
  Promise.all(
    [0, 1, 2].map(async (index) => (await send(at(index).address, 'GET', '/api/v1/users/me', { token })).status),
  );
const everywhere = [200, 200, 200];

it('keys are rotated while three instances run: none refuses a token, and none restarts', {
  timeout: 120_000,
}, async () => {
  await send(at(0).address, 'POST', '/api/v1/auth/signup', { body: account });
  const before = await login(0);
  const [old] = await keysOf(at(0));
  // Signs in at one instance after the other and calls all of them, until each signs with the new key.
  const tokens: string[] = [before];
  const refused: number[] = [];
  let isOver = false;
  const using = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const token = await login(n % 3);
      tokens.push(token);
      refused.push(...(await isAccepted(token)).filter((status) => status !== 200));
    }
  })();
  const rotated = await run(1, 'keys', 'rotate', '--json');
  expect([rotated.code, rotated.stderr]).toEqual([0, '']);
  const { key_id: fresh, previous_key_id } = JSON.parse(rotated.stdout) as Record<string, string>;
  expect(previous_key_id).toBe(old);
  for (const index of [0, 1, 2]) {
    await expect.poll(async () => kidOfToken(await login(index)), { timeout: 20_000 }).toBe(fresh);
    expect(await keysOf(at(index))).toEqual([fresh, old]);
  }
  isOver = true;
  await using;
  expect(refused).toEqual([]);
  expect(new Set(tokens.map(kidOfToken))).toEqual(new Set([old, fresh]));
  expect(await isAccepted(before)).toEqual(everywhere);
  expect(instances.servers.map(({ child }) => child.exitCode)).toEqual([null, null, null]);

  // The new key is the database's, too: an instance without it may not start, and one that has it may.
  expect((await run(0, 'audit', 'verify')).code).toBe(0);
  await at(2).stop();
  await instances.start(at(2).dataDir);
  const events = await query(`select details from audit_events where action = 'rotateKeys'`);
  expect(events).toEqual([{ details: JSON.stringify({ key: fresh }) }]);
});

it('a rotation that an instance can’t take changes nothing, and is finished later', { timeout: 120_000 }, async () => {
  await send(at(0).address, 'POST', '/api/v1/auth/signup', { body: account });
  const [old] = await keysOf(at(0));
  const [file, elsewhere] = ['keys.json', 'elsewhere.json'].map((name) => join(at(2).dataDir, name)) as [
    string,
    string,
  ];
  const content = await readFile(file, 'utf8');
  await writeFile(elsewhere, content, { mode: 0o600 });
  await rm(file);
  await symlink(elsewhere, file);
  const refused = await run(0, 'keys', 'rotate');
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^castellan: 1 instance did not take the new key within 15 seconds.*\n$/),
  });
  expect(at(2).stderr()).toMatch(/keys\.json is a symbolic link/);
  for (const index of [0, 1, 2]) expect(kidOfToken(await login(index))).toBe(old);
  for (const index of [0, 1]) {
    await expect.poll(() => statusesOf(index), { timeout: 20_000 }).toEqual(['current']);
  }
  expect(await query('select * from published_keys')).toEqual([]);

  await unlink(file);
  await writeFile(file, content, { mode: 0o600 });
  expect(await run(0, 'keys', 'rotate')).toMatchObject({ code: 0, stderr: '' });
  for (const index of [0, 1, 2]) {
    await expect.poll(async () => kidOfToken(await login(index)), { timeout: 20_000 }).not.toBe(old);
  }
});

it('an instance that ends between both steps signs with the new key once it starts again', {
  timeout: 120_000,
}, async () => {
  await send(at(0).address, 'POST', '/api/v1/auth/signup', { body: account });
  const behind = await readFile(join(at(2).dataDir, 'keys.json'), 'utf8');
  expect((await run(0, 'keys', 'rotate')).code).toBe(0);
  const [fresh] = await keysOf(at(0));
  await expect.poll(() => keysOf(at(2)), { timeout: 20_000 }).toContain(fresh);
  await at(2).stop('SIGKILL');
  // As if it had ended after it got the key, and before it was told to use it.
  const { keys } = JSON.parse(await readFile(join(at(0).dataDir, 'keys.json'), 'utf8'));
  await writeFile(join(at(2).dataDir, 'keys.json'), JSON.stringify({ keys: keys.slice(1), next: keys[0] }), {
    mode: 0o600,
  });
  const again = await instances.start(at(2).dataDir);
  expect((await keysOf(again))[0]).toBe(fresh);
  await again.stop();
  // One that never got it has to get the file.
  await writeFile(join(at(2).dataDir, 'keys.json'), behind, { mode: 0o600 });
  await expect(instances.start(at(2).dataDir)).rejects.toThrow(/exited with 78: .*doesn't belong to/s);
});
