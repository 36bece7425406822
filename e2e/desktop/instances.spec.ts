import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startMailServer } from '../support/mail-server.ts';
import { appFolder, desktopEnvironment, expect, firstScreen, pagesOf, signUp, test, windowOf } from './desktop.ts';

const program = createRequire(import.meta.url)('electron') as string;
const link = 'castellan://reset#token=never-issued-by-anybody';

/** Starts the app once more, like a click on a link does. Returns its exit code. */
const startAgain = async (dataDir: string, ...args: string[]): Promise<number | null> => {
  const folder = join(dataDir, '..');
  const child = spawn(program, [appFolder, ...args], { env: desktopEnvironment(folder), stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
};

test('a second start focuses the first window and hands over its link', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  const window = await windowOf(app);
  await window.evaluate((own) => own.minimize());
  expect(await startAgain(desktop.dataDir)).toBe(0);
  await expect.poll(() => window.evaluate((own) => !own.isMinimized() && own.isFocused())).toBe(true);
  expect(await startAgain(desktop.dataDir, link)).toBe(0);
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
  // The token stays in memory, as for a link opened in a browser.
  expect(page.url()).toBe('app://castellan/reset');
  expect(pagesOf(app)).toHaveLength(1);
});

test('a link that starts the app opens its page', async ({ desktop }) => {
  const { page } = await desktop.launch({ args: [link] });
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
  expect(page.url()).toBe('app://castellan/reset');
});

test('the link in an email opens its page in the window', async ({ desktop }) => {
  const mails = await startMailServer();
  try {
    const { app, page } = await desktop.launch({ environment: { CASTELLAN_SMTP_URL: mails.url } });
    await signUp(page);
    await expect.poll(() => mails.mails.length).toBe(1);
    const mailed = /castellan:\/\/verify#token=[\w-]+/.exec(mails.mails[0]?.text ?? '')?.[0];
    expect(await startAgain(desktop.dataDir, mailed ?? '')).toBe(0);
    await page.getByRole('button', { name: 'Verify email address' }).click();
    await expect(page.getByText('Email address verified.')).toBeVisible();
    await app.close();
  } finally {
    await mails.close();
  }
});

test('a link that Castellan did not create only opens the window', async ({ desktop }) => {
  const { page } = await desktop.launch({
    args: ['castellan://dashboard/../../evil?x=1#token=never-issued-by-anybody'],
  });
  await firstScreen(page);
  expect(page.url()).toBe('app://castellan/welcome');
});
