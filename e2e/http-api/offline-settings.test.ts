import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CommandTarget, createCommandTarget } from '#e2e/support/command-target.ts';
import { spawnInstance } from '#e2e/support/test-app.ts';

/** What commands know of the settings of a service that doesn't run. */
let operated: CommandTarget;
beforeEach(async () => {
  operated = await createCommandTarget('offline');
});
afterEach(() => operated.close());

const serveOnce = async (...args: string[]): Promise<void> => {
  const server = await spawnInstance({ dataDir: operated.folder, args });
  expect((await server.stop()).code).toBe(0);
};
const reset = (...args: string[]) => operated.run(['user', 'reset-password', 'ann@example.com', ...args]);

it('a link begins with the public URL of the service that ran last', async () => {
  await serveOnce('--public-url', 'https://castellan.example.org', '--base-path', '/console');
  const { stdout, stderr } = await reset();
  expect([stdout, stderr]).toEqual([
    expect.stringMatching(
      /\nhttps:\/\/castellan\.example\.org\/console\/reset#token=[\w-]{43}&email=ann%40example\.com\n$/,
    ),
    '',
  ]);
  const own = await reset('--public-url', 'https://other.example');
  expect(own.stdout).toContain('\nhttps://other.example/reset#token=');
});

it('a link begins with the address of a service without a public URL', async () => {
  const server = await spawnInstance({ dataDir: operated.folder });
  await server.stop();
  expect((await reset()).stdout).toContain(`\n${server.address}/reset#token=`);
});

it('where no service has run, the command says that it doesn’t know the address', async () => {
  const { code, stdout, stderr } = await reset();
  expect([code, stdout]).toEqual([0, expect.stringContaining('\nhttp://127.0.0.1:4310/reset#token=')]);
  expect(stderr).toMatch(/^castellan: The address of the console isn't known [^\n]*--public-url for another\n$/);
  expect((await reset('--public-url', 'https://other.example')).stderr).toBe('');
});

it('a link to mail waits for the mail server of the service', async () => {
  await serveOnce('--smtp-url', 'smtp://127.0.0.1:1');
  expect((await reset('--mail')).stdout).toMatch(/^Queued a reset link for ann@example\.com/);
});

it('settings that a command prints are its own, and it says so', async () => {
  const { code, stderr } = await operated.run(['config', 'show']);
  expect([code, stderr]).toEqual([
    0,
    'castellan: No service runs on this folder, so these are the settings of this command\n',
  ]);
});
