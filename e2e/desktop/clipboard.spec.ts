import { addressOf, expect, firstScreen, test } from './desktop.ts';
import { clickMenuItem, menusOf, recordMenus } from './menu.ts';

// All apps of a display share its clipboard, so these tests run one after the other.
test.describe.configure({ mode: 'default' });

test('a right click in a field offers to paste, and to copy the selection', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  await page.getByRole('link', { name: 'Create account' }).click();
  await recordMenus(app);
  await app.evaluate(({ clipboard }) => clipboard.writeText('from the clipboard'));
  const field = page.getByLabel('Full name');
  await field.fill('Olivia');
  await field.click({ button: 'right' });
  await expect.poll(() => menusOf(app)).toHaveLength(1);
  expect((await menusOf(app))[0]).toEqual(expect.arrayContaining(['paste', 'selectall']));
  await field.selectText();
  await field.click({ button: 'right' });
  await expect
    .poll(async () => (await menusOf(app))[1] ?? [])
    .toEqual(expect.arrayContaining(['cut', 'copy', 'paste']));
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
