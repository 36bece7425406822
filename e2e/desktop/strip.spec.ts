import { axeFindings } from '../support/axe.ts';
import { expect, firstScreen, stripOf, test } from './desktop.ts';
import { addRemote, consoleHtml, otherPage, serveHttps, trusted } from './servers.ts';

test('the strip names the server and its state, and its buttons act on it', async ({ desktop }) => {
  let isWrong = false;
  const server = await serveHttps((_request, response) => {
    response.writeHead(isWrong ? 503 : 200, { 'content-type': 'text/html' }).end(consoleHtml(1));
  });
  const { app, page } = await desktop.launch({ args: trusted });
  await firstScreen(page);
  const strip = await stripOf(app);
  await expect(strip.getByRole('button', { name: 'Switch server: This Computer' })).toBeVisible();
  await addRemote(app, page, server.address, 'Production');
  const { host } = new URL(server.address);
  const choose = strip.getByRole('button', { name: `Switch server: Production ${host}` });
  await expect(choose).toHaveText(new RegExp(`Production\\s*${host}`));
  await expect(strip.getByRole('status')).toBeHidden();

  const other = await otherPage(app);
  await expect(other.getByRole('heading')).toHaveText('A console');
  isWrong = true;
  await app.evaluate(({ webContents }, address) => {
    const found = webContents.getAllWebContents().find((contents) => contents.getURL() === address);
    found?.forcefullyCrashRenderer();
  }, server.address);
  await expect(strip.getByRole('status')).toHaveText('Stopped');
  await strip.getByRole('button', { name: 'Try again' }).click();
  await expect(strip.getByRole('status')).toHaveText('Not connected');
  isWrong = false;
  await strip.getByRole('button', { name: 'Try again' }).click();
  await expect(strip.getByRole('status')).toBeHidden();

  await app.evaluate(({ Menu }) => {
    const opened: string[][] = [];
    Object.assign(globalThis, { opened });
    Menu.prototype.popup = function popup() {
      opened.push(this.items.map(({ label }) => label));
    };
  });
  await choose.click();
  const opened = () => app.evaluate(() => (globalThis as unknown as { opened: string[][] }).opened);
  await expect.poll(opened).toEqual([['This Computer', `Production (${host})`, '', 'Manage Servers…']]);
  await server.close();
});

test('only the strip can speak for the strip, and it has no script of its own', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  const strip = await stripOf(app);
  expect(await strip.evaluate(() => ['castellan', 'require', 'ipcRenderer'].filter((name) => name in window))).toEqual(
    [],
  );
  const ran = await strip.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.inlineRan = true';
    document.body.append(script);
    return 'inlineRan' in window;
  });
  expect(ran).toBe(false);
  await app.evaluate(({ ipcMain, webContents }) => {
    const sender = webContents.getAllWebContents().find((contents) => contents.getURL().startsWith('app://castellan/'));
    ipcMain.emit('castellan-strip:request', { sender }, 'reload');
  });
  await expect
    .poll(async () => (await desktop.log()).filter(({ msg }) => String(msg).includes('other than the strip')).length)
    .toBe(1);
});

test('axe finds nothing on the strip, in light and dark, whatever its state', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  const strip = await stripOf(app);
  for (const state of ['own', 'failed'] as const) {
    // No one listens there.
    if (state === 'failed') await addRemote(app, page, 'http://localhost:9', 'Production');
    if (state === 'failed') await expect(strip.getByRole('status')).toHaveText('Not connected');
    for (const colorScheme of ['light', 'dark'] as const) {
      await strip.emulateMedia({ colorScheme });
      expect(await axeFindings(strip)).toEqual([]);
    }
  }
});
