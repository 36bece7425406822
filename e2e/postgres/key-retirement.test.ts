import { readFile, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { queryDatabase } from '#e2e/support/postgres-cluster.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { startProgramInstances } from '#e2e/support/program-instances.ts';
import type { SpawnedInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { runWarm } from '#e2e/support/warm-program.ts';

const [email, password] = ['ada@example.com', 'a long winding road 7'];
const account = { email, password, name: 'Ada', company_name: 'Example' };
const timeout = 120_000;
const instances = perTest(() => startProgramInstances(2, { args: ['--sign-ups', 'open', '--rate-limits', 'off'] }));
/** The key before the rotation, and `keys.json` between rotation and retirement. */
let old: string;
let before: string;

const at = (index: number): SpawnedInstance => instances.servers[index] as SpawnedInstance;
const fileOf = (index: number): string => join(at(index).dataDir, 'keys.json');
const keysOf = async (index: number): Promise<{ keys: { kid: string; secret: string }[]; retired?: object[] }> =>
  JSON.parse(await readFile(fileOf(index), 'utf8'));
const kidsOf = async (index: number): Promise<string[]> => (await keysOf(index)).keys.map(({ kid }) => kid);
const run = (index: number, ...argv: string[]) =>
  runWarm([...argv, '--data-dir', at(index).dataDir], instances.environment);
const login = (index: number) => send(at(index).address, 'POST', '/api/v1/auth/login', { body: { email, password } });
const recorded = () => queryDatabase(instances.url, `select details from audit_events where action = 'retireKey'`);

beforeEach(async () => {
  await send(at(0).address, 'POST', '/api/v1/auth/signup', { body: account });
  [old = ''] = await kidsOf(0);
  expect((await run(0, 'keys', 'rotate')).code).toBe(0);
  expect((await run(0, 'session', 'end', '--all')).code).toBe(0);
  await expect.poll(async () => (await kidsOf(1))[0], { timeout: 20_000 }).not.toBe(old);
  before = await readFile(fileOf(1), 'utf8');
}, 60_000);

it('a key is retired while two instances run: both delete its secret, and neither restarts', { timeout }, async () => {
  const secret = (await keysOf(0)).keys.find(({ kid }) => kid === old)?.secret ?? '';
  const retired = await run(1, 'keys', 'retire', old, '--reseal', '--json');
  expect([retired.code, retired.stderr]).toEqual([0, '']);
  // Not polled: the command ends once both have deleted it.
  for (const index of [0, 1]) {
    expect(await readFile(fileOf(index), 'utf8')).not.toContain(secret);
    expect((await keysOf(index)).retired).toMatchObject([{ kid: old }]);
    expect((await login(index)).status).toBe(200);
  }
  expect(instances.servers.map(({ child }) => child.exitCode)).toEqual([null, null]);
  expect(await recorded()).toEqual([{ details: JSON.stringify({ key: old }) }]);
  expect((await run(0, 'audit', 'verify')).code).toBe(0);
  // Whoever did not see the command end may run it again.
  expect(await run(0, 'keys', 'retire', old)).toMatchObject({ code: 0, stderr: '' });

  // An instance that was stopped meanwhile deletes the key once it starts. Its audit heads still count.
  await at(1).stop();
  await writeFile(fileOf(1), before, { mode: 0o600 });
  const again = await instances.start(at(1).dataDir);
  await expect.poll(() => kidsOf(1), { timeout: 20_000 }).not.toContain(old);
  expect(again.stderr()).not.toMatch(/audit heads/);
});

it('a key that is still in use stays everywhere', { timeout }, async () => {
  const first = await kidsOf(0);
  expect((await login(1)).status).toBe(200);
  const refused = await run(0, 'keys', 'retire', old);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/is still in use: .*1 session/) });
  for (const index of [0, 1]) expect(await kidsOf(index)).toEqual(first);
  expect(await recorded()).toEqual([]);
});

it('an instance that can’t delete the key is named, and the command can be run again', { timeout }, async () => {
  const elsewhere = join(at(1).dataDir, 'elsewhere.json');
  await writeFile(elsewhere, before, { mode: 0o600 });
  await rm(fileOf(1));
  await symlink(elsewhere, fileOf(1));
  const refused = await run(0, 'keys', 'retire', old, '--reseal');
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^castellan: Key \S+ is retired, but 1 instance did not delete it within 15 seconds.*run the command again\n$/,
    ),
  });
  expect(await kidsOf(0)).not.toContain(old);
  expect(at(1).stderr()).toMatch(/keys\.json is a symbolic link/);

  await unlink(fileOf(1));
  await writeFile(fileOf(1), before, { mode: 0o600 });
  // Whether the instance has deleted the key by then or does it while the command waits makes no difference.
  for (let again = 0; again < 2; again += 1) {
    expect(await run(0, 'keys', 'retire', old)).toMatchObject({ code: 0, stderr: '' });
    expect(await kidsOf(1)).not.toContain(old);
  }
  expect(await recorded()).toHaveLength(1);
});
