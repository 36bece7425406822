import { once } from 'node:events';
import { chown, lstat, mkdir, readdir, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { type CommandTarget, createCommandTarget, runWith } from '#e2e/support/command-target.ts';
import { runProgram, spawnInstance } from '#e2e/support/test-app.ts';

let operated: CommandTarget;
afterEach(() => operated.close());

const socketOf = ({ folder }: CommandTarget) => join(folder, 'castellan.sock');

/** What the service answers to raw bytes. */
const ask = async (path: string, bytes: string): Promise<string> => {
  const socket = connect({ path, allowHalfOpen: true });
  socket.end(bytes);
  return text(socket);
};

it('opens a private socket while the service runs, and removes it when it stops', async () => {
  operated = await createCommandTarget('online');
  const stats = await lstat(socketOf(operated));
  expect([stats.isSocket(), stats.mode & 0o777]).toEqual([true, 0o600]);
  expect((await lstat(operated.folder)).mode & 0o777).toBe(0o700);
  await operated.stop();
  expect(await readdir(operated.folder)).not.toContain('castellan.sock');
});

it('replaces a socket that a crash left over; until then, commands do the work themselves', async () => {
  operated = await createCommandTarget('offline');
  const crashing = await spawnInstance({ dataDir: operated.folder });
  await crashing.stop('SIGKILL');
  expect(await readdir(operated.folder)).toContain('castellan.sock');
  expect(await operated.json('user', 'list')).toHaveLength(1);
  await operated.address();
  expect(await operated.json('user', 'list')).toHaveLength(1);
});

it('answers only requests that it can read, of its own version', async () => {
  operated = await createCommandTarget('online');
  const path = socketOf(operated);
  const old = JSON.stringify({ version: '0.0.1', operation: 'user list', input: {} });
  expect(await ask(path, `${old}\n`)).toMatch(/of version 0\.0\.1, but the running service is of version/);
  expect(await ask(path, 'GET / HTTP/1.1\n')).toContain('could not read the request');
  expect(await ask(path, '{"version":1}\n')).toContain('could not read the request');
  expect(await ask(path, 'no end')).toContain('The request has no end');
  expect(await operated.json('user', 'list')).toHaveLength(1);
});

it('starts without the socket where its path is too long, and says so', async () => {
  operated = await createCommandTarget('offline');
  const long = join(operated.folder, 'x'.repeat(100));
  await mkdir(long, { mode: 0o700 });
  const server = await spawnInstance({ dataDir: long });
  const command = await runWith(['user', 'list', '--data-dir', long]);
  expect([command.code, command.stdout]).toEqual([78, '']);
  expect(command.stderr).toMatch(
    /^castellan: The path [^\n]* has \d+ bytes, but the path of a socket can have 103\. [^\n]*\n$/,
  );
  const { stderr } = await server.stop();
  expect(stderr).toContain('Move the data folder to a shorter path');
});

it('doesn’t touch anything else that has the name of the socket', async () => {
  operated = await createCommandTarget('offline');
  await writeFile(socketOf(operated), 'mine');
  const server = await spawnInstance({ dataDir: operated.folder });
  const command = await operated.run(['user', 'list']);
  expect([command.code, command.stderr]).toEqual([75, expect.stringContaining('takes no commands on')]);
  const { stderr } = await server.stop();
  expect(stderr).toContain('is not a socket. Move it elsewhere');
});

it.runIf(process.getuid?.() === 0)(
  'trusts no socket of another user, and creates no files for another user',
  async () => {
    operated = await createCommandTarget('offline');
    const foreign = createServer();
    foreign.listen(socketOf(operated));
    await once(foreign, 'listening');
    await chown(socketOf(operated), 4_311, 4_311);
    const distrusted = await operated.run(['user', 'list']);
    expect([distrusted.code, distrusted.stderr]).toEqual([
      77,
      expect.stringMatching(/^castellan: \S+castellan\.sock belongs to another user \(uid 4311\)[^\n]*\n$/),
    ]);
    foreign.close();
    for (const name of ['', ...(await readdir(operated.folder))])
      await chown(join(operated.folder, name), 4_311, 4_311);
    const asRoot = await operated.run(['user', 'list']);
    expect([asRoot.code, asRoot.stderr]).toEqual([
      77,
      expect.stringMatching(/^castellan: \S+castellan\.db belongs to another user \(uid 4311\)[^\n]*\n$/),
    ]);
    const stranger = await runProgram(['user', 'list', '--data-dir', operated.folder], {}, 4_312);
    expect([stranger.code, stranger.stderr]).toEqual([
      77,
      expect.stringMatching(/can't be accessed\. Run this command as the user that Castellan runs as\n$/),
    ]);
  },
);

it('creates nothing in a folder without a database', async () => {
  operated = await createCommandTarget('offline');
  const empty = join(operated.folder, 'empty');
  await mkdir(empty);
  const { code, stderr } = await runWith(['user', 'list', '--data-dir', empty]);
  expect([code, stderr]).toEqual([
    78,
    `castellan: There is no Castellan database in ${empty}. Name its folder with --data-dir\n`,
  ]);
  expect(await readdir(empty)).toEqual([]);
});
