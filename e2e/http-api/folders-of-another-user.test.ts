import { chown, copyFile, lstat, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandTarget, createCommandTarget } from '#e2e/support/command-target.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { runProgram } from '#e2e/support/test-app.ts';
import { runWarm } from '#e2e/support/warm-program.ts';
import { commands as allCommands } from '#main/cli/commands.ts';

/** The user of the service. */
const service = 4_311;
const passphrase = { CASTELLAN_BACKUP_PASSPHRASE: 'correct horse battery' };
const url = { CASTELLAN_DATABASE_URL: 'postgres://u@127.0.0.1:1/castellan' };

/** What each command takes besides the data folder, and what root gets from it there. */
const commands: Record<
  string,
  { argv?: (base: string) => string[]; environment?: Record<string, string>; code: number }
> = {
  start: { code: 77 },
  serve: { code: 77 },
  // It only reads. The port is free.
  doctor: { argv: () => ['--port', '0'], code: 0 },
  'owner create': { argv: () => ['--email', 'bo@example.com', '--name', 'Bo', '--company', 'B'], code: 77 },
  'operator list': { code: 77 },
  'operator add': { argv: () => ['ann@example.com'], code: 77 },
  'operator remove': { argv: () => ['ann@example.com'], code: 77 },
  'user list': { code: 77 },
  'user show': { argv: () => ['ann@example.com'], code: 77 },
  'user create': { argv: () => ['--email', 'bo@example.com', '--name', 'Bo'], code: 77 },
  'user reset-password': { argv: () => ['ann@example.com'], code: 77 },
  'user reset-second-factor': { argv: () => ['ann@example.com'], code: 77 },
  'user set-role': { argv: () => ['ann@example.com', 'admin'], code: 77 },
  'user set-email': { argv: () => ['ann@example.com', 'anna@example.com'], code: 77 },
  'user data': { argv: () => ['ann@example.com'], code: 77 },
  'user verify': { argv: () => ['ann@example.com'], code: 77 },
  'user disable': { argv: () => ['ann@example.com', '--force'], code: 77 },
  'user enable': { argv: () => ['ann@example.com'], code: 77 },
  'user delete': { argv: () => ['ann@example.com'], code: 77 },
  'user import': { argv: (base) => [join(base, 'users.csv')], code: 77 },
  'user export': { code: 77 },
  'organization list': { code: 77 },
  'organization delete': { argv: () => ['Acme', '--yes'], code: 77 },
  'organization restore': { argv: () => ['Acme'], code: 77 },
  'organization transfer': { argv: () => ['Acme', 'ann@example.com'], code: 77 },
  'session list': { code: 77 },
  'session end': { argv: () => ['--all'], code: 77 },
  'keys generate': { code: 77 },
  'keys list': { code: 77 },
  'keys rotate': { code: 77 },
  'keys retire': { argv: () => ['key'], code: 77 },
  'audit verify': { code: 77 },
  'audit export': { argv: () => ['--organization', 'Acme'], code: 77 },
  'audit head': { code: 77 },
  'mail hold': { code: 77 },
  'mail resume': { code: 77 },
  'mail retry': { code: 77 },
  purge: { code: 77 },
  'config show': { code: 0 },
  // It only reads the data folder. The file belongs to whoever runs the command, as with any other program.
  backup: { argv: (base) => [join(base, 'new.tar.gz')], environment: passphrase, code: 0 },
  'backup verify': { argv: (base) => [join(base, 'one.tar.gz')], environment: passphrase, code: 0 },
  restore: { argv: (base) => [join(base, 'one.tar.gz')], environment: passphrase, code: 77 },
  move: { argv: (base) => ['--from', join(base, 'data'), '--to', 'database-url'], environment: url, code: 77 },
  'accept-audit-log': { code: 77 },
  openapi: { code: 0 },
};

const ownersIn = async (folder: string): Promise<Record<string, number>> => {
  const names = ['', ...(await readdir(folder, { recursive: true }))];
  const stats = await Promise.all(names.map(async (name) => [name, (await lstat(join(folder, name))).uid] as const));
  return Object.fromEntries(stats);
};
const giveAway = async (folder: string): Promise<void> => {
  for (const name of Object.keys(await ownersIn(folder))) await chown(join(folder, name), service, service);
};

const base = perTest(() => temporaryFolder('castellan-foreign-'));
let operated: CommandTarget;
beforeEach(async () => {
  operated = await createCommandTarget('offline');
  await writeFile(join(base.path, 'users.csv'), 'email,name\nbo@example.com,Bo\n');
});
afterEach(async () => {
  await operated.close();
});

it('every command that works with a data folder is in the table', async () => {
  const { stdout } = await runWarm(['--help']);
  const listed = [...stdout.matchAll(/^ {2}([a-z][a-z -]*?) {2,}/gm)].map(([, name]) => name);
  const withFolder = listed.filter((name = '') => allCommands[name]?.worksWith === undefined);
  expect(Object.keys(commands).sort()).toEqual(withFolder.sort());
});

describe.runIf(process.getuid?.() === 0)('root, in the data folder of the service', () => {
  it('creates nothing that the service could not use', async () => {
    const folder = join(base.path, 'data');
    const made = await runWarm(['backup', join(base.path, 'one.tar.gz'), '--data-dir', operated.folder], passphrase);
    expect(made.code).toBe(0);
    await mkdir(folder, { mode: 0o700 });
    for (const name of await readdir(operated.folder)) await copyFile(join(operated.folder, name), join(folder, name));
    await giveAway(folder);
    const before = await ownersIn(folder);
    for (const [name, { argv = () => [], environment = {}, code }] of Object.entries(commands)) {
      const args = [...name.split(' '), ...argv(base.path), '--data-dir', folder];
      const isService = name === 'serve' || name === 'start';
      const finished = await (isService ? runProgram(args, environment) : runWarm(args, environment));
      if (code !== 0) expect([name, finished.stdout]).toEqual([name, '']);
      expect([name, finished.code, finished.stderr]).toEqual([
        name,
        code,
        code === 0
          ? expect.not.stringContaining('another user')
          : expect.stringMatching(/castellan: \S+ belongs to another user \(uid 4311\)\. [^\n]+\n$/),
      ]);
      expect([name, await ownersIn(folder)]).toEqual([name, before]);
    }
  });

  it.each(['an empty folder', 'a folder that is yet to be created'])('refuses %s of another user', async (which) => {
    const home = join(base.path, 'home');
    const folder = join(home, 'data');
    await mkdir(which === 'an empty folder' ? folder : home, { recursive: true, mode: 0o700 });
    await giveAway(home);
    const made = await runWarm(['backup', join(base.path, 'one.tar.gz'), '--data-dir', operated.folder], passphrase);
    expect(made.code).toBe(0);
    const before = await ownersIn(home);
    for (const name of ['owner create', 'restore', 'serve', 'keys generate', `keys generate ${folder}/keys.json`]) {
      const { argv = () => [], environment = {} } = commands[name] ?? {};
      const { code, stderr } = await runProgram(
        [...name.split(' '), ...argv(base.path), '--data-dir', folder],
        environment,
      );
      expect([name, code, stderr]).toEqual([
        name,
        77,
        expect.stringMatching(/^castellan: \S+ belongs to another user/),
      ]);
      expect(await ownersIn(home)).toEqual(before);
    }
  });
});
