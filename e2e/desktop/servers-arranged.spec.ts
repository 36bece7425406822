import { X509Certificate } from 'node:crypto';
import type { ElectronApplication } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { testCertificate } from '../support/test-certificate.ts';
import { expect, firstScreen, pagesOf, stripOf, test } from './desktop.ts';
import { clickMenuItem } from './menu.ts';
import { addRemote, consoleHtml, otherPage, serveHttps, trusted } from './servers.ts';

/** Answers each question of the app by the number of a button, and notes what it asked. */
const answerWith = (app: ElectronApplication, response: number) =>
  app.evaluate(({ dialog }, chosen) => {
    const asked: Electron.MessageBoxOptions[] = [];
    Object.assign(globalThis, { asked });
    dialog.showMessageBox = (async (...args: unknown[]) => {
      asked.push(args.at(-1) as Electron.MessageBoxOptions);
      return { response: chosen, checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
  }, response);
const asked = (app: ElectronApplication) =>
  app.evaluate(() => (globalThis as unknown as { asked: Electron.MessageBoxOptions[] }).asked);

const serveConsole = async () => {
  const counts = { requests: 0 };
  const server = await serveHttps((_request, response) => {
    counts.requests += 1;
    response.writeHead(200, { 'content-type': 'text/html' }).end(consoleHtml(1));
  });
  return { ...server, counts };
};

/** Runs it on the app's page that tells a problem, through Electron: Playwright waits for what its links never open. */
const onProblemPage = (app: ElectronApplication, script: string): Promise<unknown> =>
  app.evaluate(
    ({ webContents }, given) =>
      webContents
        .getAllWebContents()
        .find((contents) => contents.getURL().startsWith('data:'))
        ?.executeJavaScript(given),
    script,
  );
const headingOf = (app: ElectronApplication) => onProblemPage(app, 'document.querySelector("h1").textContent');
const follow = (app: ElectronApplication, name: string) =>
  onProblemPage(
    app,
    `[...document.links].find(({ textContent }) => textContent === ${JSON.stringify(name)}).click(); 0`,
  );

const serverLabels = (app: ElectronApplication) =>
  app.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()
      ?.items.flatMap(({ submenu }) => submenu?.items ?? [])
      .filter(({ id }) => /^server-/.test(id))
      .map(({ label }) => label),
  );

test('a refused certificate can be trusted for one server, after a question with its fingerprint', async ({
  desktop,
}) => {
  const [first, second] = [await serveConsole(), await serveConsole()];
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  await addRemote(app, page, first.address, 'First');
  const other = await otherPage(app);
  await expect(other.getByRole('heading')).toHaveText('The connection to First isn’t secure');
  const { fingerprint256 } = new X509Certificate(testCertificate.cert);
  await expect(other.getByText(fingerprint256)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await other.emulateMedia({ colorScheme });
    expect(await axeFindings(other)).toEqual([]);
  }

  await answerWith(app, 1);
  await follow(app, 'Trust this certificate…');
  await expect.poll(() => asked(app)).toHaveLength(1);
  const [question] = await asked(app);
  expect(question).toMatchObject({ defaultId: 1, cancelId: 1, buttons: ['Trust Certificate', 'Cancel'] });
  expect(question?.detail).toContain(fingerprint256);
  expect(await headingOf(app)).toBe('The connection to First isn’t secure');
  expect(first.counts.requests).toBe(0);

  await answerWith(app, 0);
  await follow(app, 'Trust this certificate…');
  await expect.poll(() => asked(app)).toHaveLength(1);
  await app.close();

  // Chromium keeps what it has decided about a certificate until then.
  const again = await desktop.launch();
  const shown = () => pagesOf(again.app).some((found) => found.url() === first.address);
  await expect.poll(shown).toBe(true);
  expect(first.counts.requests).toBeGreaterThan(0);

  // Another process of the network is told what the person trusts, too.
  const { requests } = first.counts;
  const network = () =>
    again.app.evaluate(({ app: own }) => own.getAppMetrics().find(({ name }) => name === 'Network Service')?.pid ?? 0);
  const crashed = await network();
  process.kill(crashed, 'SIGKILL');
  await expect.poll(network).not.toBe(crashed);
  await clickMenuItem(again.app, 'reload');
  await expect.poll(() => first.counts.requests).toBeGreaterThan(requests);
  await expect.poll(shown).toBe(true);

  // Another server with the same certificate is another decision.
  await addRemote(again.app, again.page, second.address, 'Second');
  const strip = await stripOf(again.app);
  await expect(strip.getByRole('status')).toHaveText('Not secure');
  expect(second.counts.requests).toBe(0);

  await clickMenuItem(again.app, 'manage-servers');
  await expect(again.page.getByText('Certificate trusted for this server only')).toHaveCount(1);
  await again.page.getByRole('button', { name: 'Actions for First' }).click();
  await again.page.getByRole('menuitem', { name: /Stop trusting its certificate/ }).click();
  await expect(again.page.getByText('Certificate trusted for this server only')).toHaveCount(0);
  await Promise.all([first.close(), second.close()]);
});

test('people arrange servers, have two accounts on one, and decide about links', async ({ desktop }) => {
  const server = await serveConsole();
  const { host } = new URL(server.address);
  const { app, page } = await desktop.launch({ args: trusted });
  await firstScreen(page);
  await addRemote(app, page, server.address, 'Work');
  await (await otherPage(app)).evaluate(() => localStorage.setItem('account', 'work'));
  await clickMenuItem(app, 'manage-servers');
  await page.getByLabel('Address').fill(server.address);
  await page.getByLabel('Name').fill('work');
  await page.getByRole('button', { name: 'Add server' }).click();
  await expect(page.getByText('Another server on the list has this name.')).toBeVisible();
  await page.getByLabel('Name').fill('Second account');
  await page.getByRole('button', { name: 'Add server' }).click();
  const strip = await stripOf(app);
  await expect(strip.getByRole('button', { name: `Switch server: Second account ${host}` })).toBeVisible();
  const pages = () => pagesOf(app).filter((found) => found.url() === server.address);
  await expect.poll(() => pages().length).toBe(2);
  const accounts = await Promise.all(pages().map((found) => found.evaluate(() => localStorage.getItem('account'))));
  expect(accounts.toSorted()).toEqual(['work', null].toSorted());

  await clickMenuItem(app, 'manage-servers');
  await page.getByRole('button', { name: 'Actions for Second account' }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await expect.poll(() => serverLabels(app)).toEqual(['This Computer', `Second account (${host})`, `Work (${host})`]);
  await page.getByRole('button', { name: 'Actions for Second account' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Amber' }).click();
  await dialog.getByLabel('Name').fill('Staging');
  // It fades out above the dialog.
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Open Staging' }).click();
  await expect(strip.getByRole('button', { name: `Switch server: Staging ${host}` })).toBeVisible();
  await expect(strip.locator('body[data-color="3"]')).toHaveCount(1);

  const followLink = (link: string) =>
    app.evaluate(({ app: own }, given) => own.emit('second-instance', {}, ['castellan', given]), link);
  await answerWith(app, 1);
  await followLink(`castellan://add?url=${encodeURIComponent('https://new.example/base')}&name=New`);
  await expect.poll(() => asked(app)).toHaveLength(1);
  expect((await asked(app))[0]).toMatchObject({
    message: 'Add the server new.example?',
    detail: expect.stringContaining('https://new.example/base/'),
    defaultId: 1,
  });
  expect(await serverLabels(app)).toHaveLength(3);
  await answerWith(app, 0);
  await followLink(`castellan://add?url=${encodeURIComponent('https://new.example/base')}&name=New`);
  await expect.poll(() => serverLabels(app)).toContain('New (new.example)');
  await followLink('castellan://add?url=https%3A%2F%2Fme%3Asecret%40new.example');
  await expect.poll(async () => (await asked(app)).at(-1)?.message).toBe('The server wasn’t added');
  await server.close();
});
