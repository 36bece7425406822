import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type ElectronApplication, _electron as electron, expect, type Page, test } from '@playwright/test';

let app: ElectronApplication, win: Page, dir: string;
const main = path.join(import.meta.dirname, '../probes/plain/main.cjs');
const launch = (env: Record<string, string> = {}) =>
  electron.launch({
    args: [main, `--user-data-dir=${dir}`],
    executablePath: process.env.ELECTRON_EXEC,
    env: { ...(process.env as Record<string, string>), ...env },
  });
test.beforeEach(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'probe-'));
  app = await launch({ LOGFILE: path.join(dir, 'log') });
  win = await app.firstWindow();
});
test.afterEach(async () => {
  await app.close();
  fs.rmSync(dir, { recursive: true, force: true });
});

test('file page, frames, dialog, worker, file input, title', async () => {
  expect(win.url()).toMatch(/^file:.*index\.html#top$/);
  await expect(win.frameLocator('iframe').locator('#in')).toHaveText('inner');
  win.on('dialog', (d) => d.accept());
  await win.click('#al');
  await expect(win).toHaveTitle('true');
  await win.click('#wk');
  await expect(win).toHaveTitle('worker 42');
  await expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0].getTitle()))
    .toBe('worker 42');
  await win.setInputFiles('#f', main);
  expect(await win.evaluate(() => (document.querySelector('#f') as HTMLInputElement).files?.[0].name)).toBe('main.cjs');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0].webContents.send('early', 'late'));
  await expect.poll(() => win.evaluate(() => (window as any).api.got())).toEqual(['late']);
  expect(await app.evaluate(({ app }) => [app.getName(), app.getVersion()])).toEqual(['Electron', '45.4.1']);
});
test('stubbing a native dialog', async () => {
  await app.evaluate(({ dialog }) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: ['/x/y'] });
  });
  expect(await win.evaluate(() => (window as any).api.pick())).toEqual(['/x/y']);
});
test('two hundred calls over ipc, each with its own answer', async () => {
  const answers = await win.evaluate(() =>
    Promise.all(Array.from({ length: 200 }, (_, index) => (window as any).api.echo(index))),
  );
  expect(answers).toEqual(Array.from({ length: 200 }, (_, index) => index));
});
test('window.open allowed makes a second window', async () => {
  const [second] = await Promise.all([
    app.waitForEvent('window'),
    win.evaluate(() => {
      window.open('about:blank#child');
    }),
  ]);
  expect(second.url()).toBe('about:blank#child');
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(2);
  await second.close();
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});
test('second BrowserWindow from main on the scheme; absolute app:// in the page', async () => {
  const [second] = await Promise.all([
    app.waitForEvent('window'),
    app.evaluate(({ BrowserWindow }) => {
      new BrowserWindow().loadURL('app://other/page');
    }),
  ]);
  await expect(second.locator('h1')).toHaveText('scheme');
  if (process.env.STANDIN_RELAY !== '0') expect(second.url()).toBe('app://other/page');
  // Electron would answer: here the page's true origin is https, so that absolute scheme addresses fail inside it.
  await expect(second).toHaveTitle('abs:TypeError: Failed to fetch');
});
test('close can be refused; quit order', async () => {
  await app.evaluate(() => {
    (globalThis as any).refuse = true;
  });
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0].close());
  await expect.poll(() => app.evaluate(() => (globalThis as any).log.at(-1))).toBe('refused');
  await app.evaluate(() => {
    (globalThis as any).refuse = false;
  });
  const log = path.join(dir, 'log');
  await app.close();
  expect(fs.readFileSync(log, 'utf8').trim().split('\n')).toEqual(['ready', 'before-quit', 'will-quit', 'quit']);
});
test('renderer crash is reported', async () => {
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0].webContents.on(
      'render-process-gone',
      (_e, d) => ((globalThis as any).gone = d.reason),
    );
  });
  win.goto('chrome://crash').catch(() => {});
  await expect.poll(() => app.evaluate(() => (globalThis as any).gone)).toBe('crashed');
});
test('main that throws at load', async () => {
  await expect(launch({ BOOM: '1' })).rejects.toThrow(/Process failed to launch/);
});
test('scheme URLs as Playwright sees them', async () => {
  test.skip(process.env.STANDIN_RELAY === '0', 'needs the relay');
  await win.goto('app://castellan/a?b=1#c');
  await expect(win).toHaveURL('app://castellan/a?b=1#c');
  await expect(win).toHaveURL(/^app:\/\/castellan\/a/);
  await win.waitForURL('app://castellan/**');
  await win.route('app://castellan/mocked', (r) => r.fulfill({ body: 'mock' }));
  expect(await win.evaluate(async () => (await fetch('/mocked')).text())).toBe('mock');
  const [req] = await Promise.all([
    win.waitForRequest('app://castellan/real'),
    win.evaluate(() => fetch('/real').then((r) => r.text())),
  ]);
  expect(req.headers().referer).toContain('app://castellan/');
  expect(await win.evaluate(() => location.protocol)).toBe('https:');
});
