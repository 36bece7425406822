import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { addressOf, expect, firstScreen, openDesktop, test } from './desktop.ts';
import { clickMenuItem } from './menu.ts';
import { notifications } from './notifications.ts';
import { addRemote, otherPage, serveCastellan, trusted } from './servers.ts';

// Users of this computer are two homes here: a spec can't become another user.
test('two users of a computer have the servers of its policy, and else nothing in common', async ({ desktop }) => {
  const [server, port] = [await serveCastellan(), await freePort()];
  const policy = join(dirname(desktop.dataDir), 'policy.json');
  const preset = { name: 'Production', address: server.address, color: 'red' };
  await writeFile(policy, JSON.stringify({ servers: [preset, { name: 'Old', address: 'http://old.example.org' }] }));
  const second = await openDesktop();
  const start = (home: string) => ({
    args: trusted,
    preload: join(import.meta.dirname, 'policy.cjs'),
    environment: {
      HOME: home,
      XDG_RUNTIME_DIR: home,
      CASTELLAN_DATA_DIR: '',
      CASTELLAN_PORT: String(port),
      CASTELLAN_SPEC_POLICY: policy,
    },
  });
  const open = async (home: string, { launch } = desktop) => {
    await mkdir(home);
    const { app, page } = await launch(start(home));
    await firstScreen(page);
    return { app, page, address: await addressOf(page), dataDir: join(home, '.castellan') };
  };
  const ann = await open(join(dirname(desktop.dataDir), 'ann'));
  const ben = await open(join(dirname(second.dataDir), 'ben'), second);

  expect(ann.address).toBe(`http://127.0.0.1:${port}`);
  expect(ben.address).not.toBe(ann.address);
  for (const { dataDir } of [ann, ben]) expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  const unusable = expect.stringContaining('servers[1].address');
  await expect.poll(() => notifications(ann.app)).toEqual([unusable]);
  const elsewhere = expect.stringContaining(`Port ${port} on 127.0.0.1 is in use`);
  await expect.poll(async () => (await notifications(ben.app)).toSorted()).toEqual([elsewhere, unusable].toSorted());

  await addRemote(ben.app, ben.page, 'https://ben.example.org', 'Of Ben');
  for (const { app, page } of [ann, ben]) {
    await clickMenuItem(app, 'manage-servers');
    await expect(page.getByText('Set by your organization')).toHaveCount(1);
    await page.getByRole('button', { name: 'Actions for Production' }).click();
    await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Remove' })).toHaveCount(0);
    await page.keyboard.press('Escape');
  }
  await ann.page.getByRole('button', { name: 'Open Production' }).click();
  await expect((await otherPage(ann.app)).getByRole('button', { name: 'Sign in' })).toBeVisible();
  await Promise.all([ann.app.close(), second.close()]);
  const kept = await readFile(join(ann.dataDir, 'desktop/settings.json'), 'utf8');
  expect(kept).toContain(server.address);
  expect(kept).not.toContain('ben.example.org');
  await server.close();
});
