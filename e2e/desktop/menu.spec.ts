import { expect, signIn, test } from './desktop.ts';
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

test('the menu has the standard roles', async ({ opened: { app } }) => {
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
