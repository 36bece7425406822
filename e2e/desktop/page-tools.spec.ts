import type { ElectronApplication } from '@playwright/test';
import { expect, firstScreen, signIn, test } from './desktop.ts';
import { clickMenuItem } from './menu.ts';

/** Records the items of a context menu instead of opening it. */
const recordMenus = (app: ElectronApplication) =>
  app.evaluate(({ Menu }) => {
    const menus: string[][] = [];
    Object.assign(globalThis, { menus });
    Menu.prototype.popup = function popup() {
      menus.push(this.items.filter(({ enabled }) => enabled).map(({ role, id }) => String(role ?? id).toLowerCase()));
    };
  });
const menus = (app: ElectronApplication) => app.evaluate(() => (globalThis as unknown as { menus: string[][] }).menus);

test('a right click in a field offers to paste, and to copy the selection', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  await page.getByRole('link', { name: 'Create account' }).click();
  await recordMenus(app);
  await app.evaluate(({ clipboard }) => clipboard.writeText('from the clipboard'));
  const field = page.getByLabel('Full name');
  await field.fill('Olivia');
  await field.click({ button: 'right' });
  await expect.poll(() => menus(app)).toHaveLength(1);
  expect((await menus(app))[0]).toEqual(expect.arrayContaining(['paste', 'selectall']));
  await field.selectText();
  await field.click({ button: 'right' });
  await expect.poll(async () => (await menus(app))[1] ?? []).toEqual(expect.arrayContaining(['cut', 'copy', 'paste']));
});

test('a right click outside of a field offers to copy the selection and to reload', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  await recordMenus(app);
  const heading = page.getByRole('heading', { name: 'Welcome to Castellan' });
  await heading.selectText();
  await heading.click({ button: 'right' });
  await expect.poll(() => menus(app)).toHaveLength(1);
  expect((await menus(app))[0]).toEqual(expect.arrayContaining(['copy', 'reload']));
});

test('Back and Forward navigate between pages, from the menu and the keyboard', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await signIn(page);
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/team/);
  await page.getByRole('link', { name: 'Sessions', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/sessions/);
  await clickMenuItem(app, 'back');
  await expect(page).toHaveURL(/\/dashboard\/team/);
  await clickMenuItem(app, 'forward');
  await expect(page).toHaveURL(/\/dashboard\/sessions/);
  const accelerators = await app.evaluate(({ Menu }) =>
    ['back', 'forward'].map((id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.accelerator),
  );
  expect(accelerators).toEqual(process.platform === 'darwin' ? ['Cmd+[', 'Cmd+]'] : ['Alt+Left', 'Alt+Right']);
});

test('find in page counts matches, steps through them and closes', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  await clickMenuItem(app, 'find');
  const bar = page.getByRole('search');
  const field = bar.getByLabel('Find on this page');
  await expect(field).toBeFocused();
  await field.fill('CASTELLAN');
  const marked = () =>
    page.evaluate(() => [...(CSS.highlights.get('castellan-find') ?? [])].map((range) => String(range)));
  const count = (await marked()).length;
  expect(count).toBeGreaterThan(0);
  expect((await marked()).map((text) => text.toLowerCase())).toEqual(Array.from({ length: count }, () => 'castellan'));
  await expect(bar.getByRole('status')).toHaveText(`1 of ${count}`);
  await field.press('Shift+Enter');
  await expect(bar.getByRole('status')).toHaveText(`${count} of ${count}`);
  await field.press('Enter');
  await expect(bar.getByRole('status')).toHaveText(`1 of ${count}`);
  await field.fill('no such words anywhere');
  await expect(bar.getByRole('status')).toHaveText('0 of 0');
  await field.press('Escape');
  await expect(bar).toBeHidden();
  expect(await marked()).toEqual([]);
});
