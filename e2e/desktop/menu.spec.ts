import { addressOf, expect, firstScreen, signIn, test } from './desktop.ts';
import { clickMenuItem } from './menu.ts';

test("the app's own menu items open pages of the console", async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await signIn(page);
  await clickMenuItem(app, 'sessions');
  await expect(page).toHaveURL(/\/dashboard\/sessions/);
  await expect(page.getByText('Castellan on').first()).toBeVisible();
  await clickMenuItem(app, 'new-invitation');
  await expect(page.getByRole('dialog', { name: 'Invite' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/dashboard\/team\?tab=invitations$/);
  await expect(page.getByRole('tab', { name: 'Invitations', selected: true })).toBeVisible();
});

test("the menu copies the API's address, and opens the API reference and the logs outside of the app", async ({
  desktop,
}) => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = async (url) => void opened.push(url);
    shell.openPath = async (path) => {
      opened.push(path);
      return '';
    };
  });
  const address = await addressOf(page);
  await clickMenuItem(app, 'copy-address');
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe(`${address}/api/v1`);
  const opened = () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  await clickMenuItem(app, 'api-reference');
  await expect.poll(opened).toEqual([`${address}/api/docs`]);
  await clickMenuItem(app, 'open-logs');
  await expect.poll(opened).toEqual([`${address}/api/docs`, expect.stringMatching(/logs$/)]);
});

test('the menu has the standard roles', async ({ desktop }) => {
  const { app } = await desktop.launch();
  const roles = await app.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.items.flatMap((item) =>
      [item.role, ...(item.submenu?.items ?? []).map(({ role }) => role)].map((role) => role?.toLowerCase()),
    ),
  );
  for (const role of [
    'undo',
    'cut',
    'copy',
    'paste',
    'selectall',
    'reload',
    'resetzoom',
    'zoomin',
    'windowmenu',
    'about',
  ])
    expect(roles, role).toContain(role);
});

test('the Quit menu item ends the app', async ({ desktop }) => {
  const { app } = await desktop.launch();
  const child = app.process();
  const closed = app.waitForEvent('close');
  await clickMenuItem(app, 'quit');
  await closed;
  expect(child.exitCode).toBe(0);
});
