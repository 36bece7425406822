import { expect, signIn, test } from './desktop.ts';
import { clickMenuItem, menusOf, recordMenus } from './menu.ts';

test('a right click outside of a field offers to copy the selection and to reload', async ({
  opened: { app, page },
}) => {
  await recordMenus(app);
  const heading = page.getByRole('heading', { name: 'Welcome to Castellan' });
  await heading.selectText();
  await heading.click({ button: 'right' });
  await expect.poll(() => menusOf(app)).toHaveLength(1);
  expect((await menusOf(app))[0]).toEqual(expect.arrayContaining(['copy', 'reload']));
});

test('Back and Forward navigate between pages, from the menu and the keyboard', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await signIn(page);
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/team/);
  await page.getByRole('link', { name: 'Workspaces', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/workspaces/);
  await clickMenuItem(app, 'back');
  await expect(page).toHaveURL(/\/dashboard\/team/);
  await clickMenuItem(app, 'forward');
  await expect(page).toHaveURL(/\/dashboard\/workspaces/);
  const accelerators = await app.evaluate(({ Menu }) =>
    ['back', 'forward'].map((id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.accelerator),
  );
  expect(accelerators).toEqual(process.platform === 'darwin' ? ['Cmd+[', 'Cmd+]'] : ['Alt+Left', 'Alt+Right']);
});

test('find in page counts matches, steps through them and closes', async ({ opened: { app, page } }) => {
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
