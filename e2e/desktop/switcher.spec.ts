import type { ElectronApplication, Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { expect, firstScreen, pageAt, stripOf, test } from './desktop.ts';
import { clickMenuItem } from './menu.ts';
import { addRemote } from './servers.ts';

const switchers = (app: ElectronApplication): Page[] =>
  app.windows().filter((page) => page.url().startsWith('app://switcher/'));

const openSwitcher = async (app: ElectronApplication): Promise<Page> => {
  await clickMenuItem(app, 'choose-server');
  const switcher = await pageAt(app, 'app://switcher/');
  await expect(switcher.getByRole('option').first()).toBeVisible();
  return switcher;
};

/** Presses a key that closes the page: Playwright would wait for it. */
const pressLast = async (app: ElectronApplication, switcher: Page, key: string): Promise<void> => {
  await switcher.keyboard.press(key).catch(() => {});
  await expect.poll(() => switchers(app).length).toBe(0);
};

/** Of the most letters that a name may have. */
const longName = 'Zürich <b> of a company with quite a long name, or two';

test('people switch servers by typing a part of a name or address, and by keys', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  // No one listens there: what is shown is another matter.
  await addRemote(app, page, 'http://localhost:9', 'Production');
  await addRemote(app, page, 'http://127.0.0.1:9', longName);
  const strip = await stripOf(app);
  const isShown = (name: string) => expect(strip.locator('#name')).toHaveText(name);
  await isShown(longName);

  const switcher = await openSwitcher(app);
  const options = switcher.getByRole('option');
  const selected = switcher.getByRole('option', { selected: true });
  const input = switcher.getByRole('combobox', { name: 'Filter by name or address' });
  await expect(options).toHaveText([/This Computer/, /Production.*localhost:9/, /Zürich <b>.*127\.0\.0\.1:9/]);
  // The address tells servers apart, whatever they are called.
  expect(
    await options
      .nth(2)
      .locator('span')
      .evaluate((host) => host.scrollWidth - host.clientWidth),
  ).toBe(0);
  await expect(input).toBeFocused();
  await expect(selected).toHaveText(/This Computer/);
  for (const colorScheme of ['light', 'dark'] as const) {
    await switcher.emulateMedia({ colorScheme });
    expect(await axeFindings(switcher)).toEqual([]);
  }
  await switcher.keyboard.type('zurich');
  await expect(options).toHaveText([/Zürich <b>/]);
  await input.fill('nowhere');
  await expect(switcher.getByRole('status')).toHaveText('No server has that in its name or address.');
  await switcher.keyboard.press('Enter');
  await expect(options).toHaveCount(0);
  await input.fill(':9');
  await expect(options).toHaveCount(2);
  await switcher.keyboard.press('ArrowDown');
  await expect(selected).toHaveText(/Zürich <b>/);
  await switcher.keyboard.press('ArrowDown');
  await expect(selected).toHaveText(/Production/);
  await pressLast(app, switcher, 'Enter');
  await isShown('Production');

  const again = await openSwitcher(app);
  await pressLast(app, again, 'Escape');
  await isShown('Production');
  // The keyboard is back in the page.
  await expect
    .poll(() => app.evaluate(({ webContents }) => webContents.getFocusedWebContents()?.getURL()))
    .toMatch(/^data:/);

  const third = await openSwitcher(app);
  await third
    .getByRole('option', { name: 'This Computer' })
    .click()
    .catch(() => {});
  await isShown('This Computer');
  await expect.poll(() => switchers(app).length).toBe(0);

  // It covers nothing that is asked for while it is open.
  await openSwitcher(app);
  await clickMenuItem(app, 'manage-servers');
  await expect.poll(() => switchers(app).length).toBe(0);
});

test('only the switcher can speak for the switcher', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  const switcher = await openSwitcher(app);
  expect(await switcher.evaluate(() => ['castellan', 'require'].filter((name) => name in window))).toEqual([]);
  await app.evaluate(({ ipcMain, webContents }) => {
    const sender = webContents.getAllWebContents().find((contents) => contents.getURL().startsWith('app://castellan/'));
    ipcMain.emit('castellan-switcher:request', { sender }, 'close');
  });
  await expect
    .poll(async () => (await desktop.log()).filter(({ msg }) => String(msg).includes('other than the switcher')).length)
    .toBe(1);
  expect(switchers(app)).toHaveLength(1);
});
