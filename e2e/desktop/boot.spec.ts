import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, factsOf, firstScreen, signUp, test, windowOf } from './desktop.ts';
import { withKeyring } from './keyring.ts';

test('a first start shows the console in one window of the requested size', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  expect(page.url()).toBe('app://castellan/welcome');
  const window = await windowOf(app);
  await expect.poll(() => window.evaluate((own) => own.isVisible())).toBe(true);
  expect(await window.evaluate((own) => own.getMinimumSize())).toEqual([900, 600]);
  expect(await app.evaluate(({ BaseWindow }) => BaseWindow.getAllWindows().length)).toBe(1);
});

test('a new user can sign up and reach the team in the window', async ({ desktop }) => {
  const { page } = await desktop.launch();
  await signUp(page);
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await expect(page.getByRole('row', { name: /Olivia Owner/ })).toBeVisible();
});

test('the files that the app stores are private', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await withKeyring(app, 'keyring', 0);
  await signUp(page);
  await expect.poll(async () => (await factsOf(page)).signInStorage).toBe('keyring');
  await app.close();
  const modeOf = async (name: string) => ((await stat(join(desktop.dataDir, name))).mode & 0o777).toString(8);
  expect(await modeOf('.')).toBe('700');
  expect(await modeOf('desktop/settings.json')).toBe('600');
  expect(await modeOf('desktop/session.sealed')).toBe('600');
  expect(await modeOf('desktop/logs/castellan.log')).toBe('600');
});
