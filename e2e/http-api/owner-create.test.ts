import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { modesOf } from '#e2e/support/file-modes.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { programFile, runProgram, type SpawnedInstance, spawnInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { runWarm } from '#e2e/support/warm-program.ts';

const folder = perTest(() => temporaryFolder('castellan-owner-'));
let server: SpawnedInstance | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const ann = ['--email', 'Ann@Example.com', '--name', 'Ann Own', '--company', 'Acme'];
const argumentsOf = (dataDir: string, ...args: string[]) => [
  ...['owner', 'create', '--data-dir', dataDir, '--bcrypt-cost', '10'],
  ...args,
];
const create = (...args: string[]) => runWarm(argumentsOf(folder.path, ...args));

/** Runs the command in a process of its own, with a password on stdin. */
const createWith = async (password: string, ...args: string[]) => {
  const child = spawn(process.execPath, [programFile, ...argumentsOf(folder.path, ...args, '--password-stdin')], {
    env: { PATH: process.env.PATH ?? '', HOME: folder.path },
  });
  child.stdin.end(password);
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, stdout, stderr };
};

const login = async (email: string, password: string) => {
  server = await spawnInstance({ dataDir: folder.path, args: ['--sign-ups', 'closed'] });
  return send(server.address, 'POST', '/api/v1/auth/login', { body: { email, password } });
};

it('creates an owner with a generated password, even where sign-ups are closed', async () => {
  const { code, stdout, stderr } = await runProgram(argumentsOf(folder.path, ...ann, '--sign-ups', 'closed'));
  expect([code, stderr]).toEqual([0, '']);
  const [created, printed = ''] = stdout.split('\n');
  expect(created).toBe('Created ann@example.com, owner of Acme');
  expect(printed).toMatch(/^Password: [\w-]{16}$/);
  expect(new Set(Object.values(await modesOf(folder.path)))).toEqual(new Set(['600']));
  const { status, body } = await login('ann@example.com', printed.slice('Password: '.length));
  expect([status, body]).toMatchObject([200, { user: { name: 'Ann Own', role: 'owner' } }]);
});

it('takes the password from stdin without printing it, and adds the row to the audit log', async () => {
  const { code, stdout, stderr } = await createWith('a long winding road 7\n', ...ann);
  expect([code, stdout, stderr]).toEqual([0, 'Created ann@example.com, owner of Acme\n', '']);
  const { status, body } = await login('ann@example.com', 'a long winding road 7');
  expect(status).toBe(200);
  const { access_token: token, user } = body as { access_token: string; user: { tenant_id: string } };
  const audit = await send(server?.address ?? '', 'GET', `/api/v1/tenants/${user.tenant_id}/audit`, { token });
  expect(audit.text).toContain('"action":"signup"');
});

it.each([
  [['--name', 'A', '--company', 'A'], /^castellan: --email: Required\n$/],
  [['--email', 'nobody', '--name', 'A', '--company', 'A'], /^castellan: --email: Enter a valid email address\n$/],
  [['--email', 'a@example.com', '--name', 'A'], /^castellan: --company: Required\n$/],
  [[...ann, 'extra'], /^castellan: [^\n]*extra[^\n]*\n$/],
  [[...ann, '--port', 'high'], /^castellan: --port: "high" is invalid[^\n]*\n$/],
])('says in one line what is wrong, and creates nothing (%j)', async (args, message) => {
  const { code, stdout, stderr } = await create(...args);
  expect([code, stdout]).toEqual([78, '']);
  expect(stderr).toMatch(message);
  expect(await readdir(folder.path)).toEqual([]);
});

it('refuses what cannot be a password and an address that has an account', async () => {
  const refusedWith = (password: string) => runWarm(argumentsOf(folder.path, ...ann, '--password-stdin'), {}, password);
  expect(await refusedWith('short')).toMatchObject({ code: 78, stdout: '' });
  const weak = await refusedWith('with a nul \0');
  expect(weak).toMatchObject({
    code: 1,
    stderr: 'castellan: A password can’t contain a NUL character. Leave it out.\n',
  });
  expect((await create(...ann)).code).toBe(0);
  const again = await create(...ann);
  expect([again.code, again.stdout]).toEqual([1, '']);
  expect(again.stderr).toBe('castellan: This email address already has an account\n');
});

it('works while the service runs, and ends the setup token', async () => {
  server = await spawnInstance({ dataDir: folder.path, args: ['--host', '0.0.0.0', '--sign-ups', 'open'] });
  const { code, stdout, stderr } = await create(...ann, '--json');
  expect([code, stderr]).toEqual([0, '']);
  const { password, ...owner } = JSON.parse(stdout);
  expect(owner).toMatchObject({ email: 'ann@example.com', organization: 'Acme' });
  const url = server.address.replace('0.0.0.0', '127.0.0.1');
  const login = await send(url, 'POST', '/api/v1/auth/login', { body: { email: 'ann@example.com', password } });
  expect(login.status).toBe(200);
  const body = { email: 'bob@example.com', name: 'Bob', password: 'a long winding road 7', company_name: 'Bobs' };
  expect((await send(url, 'POST', '/api/v1/auth/signup', { body })).status).toBe(201);
});

it('lists its options and the settings in its help', async () => {
  const { code, stdout } = await runWarm(['owner', 'create', '--help']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Usage: castellan owner create \[options\]\n/);
  expect(stdout).toContain('  --email ADDRESS\n');
  expect(stdout).toContain('  --password-stdin\n');
  expect(stdout).toContain('  --data-dir VALUE\n');
});
