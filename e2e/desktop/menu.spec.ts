import { expect, factsOf, firstScreen, ownContents, signIn, test } from './desktop.ts';
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
  for (const role of ['undo', 'cut', 'copy', 'paste', 'selectall', 'windowmenu']) expect(roles, role).toContain(role);
  const reload = await app.evaluate(({ Menu }) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById('reload');
    return [item?.label, item?.accelerator];
  });
  expect(reload).toEqual(['Reload', 'CmdOrCtrl+R']);
});

test('About names the versions', async ({ opened: { app, page } }) => {
  await app.evaluate(({ dialog }) => {
    Object.assign(globalThis, { told: [] });
    dialog.showMessageBox = (async (options: Electron.MessageBoxOptions) => {
      (globalThis as unknown as { told: unknown[] }).told.push(options);
      return { response: 0, checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
  });
  await clickMenuItem(app, 'about');
  const { version, electron, chromium } = await factsOf(page);
  const [told] = await app.evaluate(() => (globalThis as unknown as { told: Electron.MessageBoxOptions[] }).told);
  expect(told?.message).toBe(`Castellan ${version}`);
  expect(told?.detail).toContain(`Electron ${electron}\nChromium ${chromium}\n`);
});

test('the page that is shown gets larger and smaller, by the keys of every keyboard', async ({ opened: { app } }) => {
  const contents = await ownContents(app);
  const level = () => contents.evaluate((own) => own.getZoomLevel());
  for (const [id, expected] of [
    ['zoom-in', 0.5],
    ['zoom-in-1', 1],
    ['zoom-out', 0.5],
    ['zoom-reset', 0],
  ] as const) {
    await clickMenuItem(app, id);
    expect(await level()).toBe(expected);
  }
  const keys = await app.evaluate(({ Menu }) =>
    ['zoom-in', 'zoom-in-1', 'zoom-in-2', 'zoom-out', 'zoom-out-1', 'zoom-reset', 'zoom-reset-1'].map(
      (id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.accelerator,
    ),
  );
  expect(keys).toEqual(['Plus', '=', 'numadd', '-', 'numsub', '0', 'num0'].map((key) => `CmdOrCtrl+${key}`));
});

test('Reload loads the console again', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  await page.evaluate(() => document.body.setAttribute('data-before', ''));
  await clickMenuItem(app, 'reload');
  await expect(page.locator('body[data-before]')).toHaveCount(0);
  await firstScreen(page);
});

test('the Quit menu item ends the app', async ({ desktop }) => {
  const { app } = await desktop.launch();
  const child = app.process();
  const closed = app.waitForEvent('close');
  await clickMenuItem(app, 'quit');
  await closed;
  expect(child.exitCode).toBe(0);
});
