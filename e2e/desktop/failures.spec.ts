import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { openSqlite3 } from '#main/storage/database/engines/sqlite/sqlite3-connection.ts';
import { axeFindingsInBoth } from '../support/axe.ts';
import { spawnInstance } from '../support/test-app.ts';
import { addressOf, type Desktop, expect, firstScreen, test } from './desktop.ts';
import { notifications } from './notifications.ts';
import { consoleHtml, otherPage, serveHttps, trusted } from './servers.ts';

/** A data folder that an earlier start created. */
const used = async (desktop: Desktop): Promise<string> => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  await app.close();
  return join(desktop.dataDir, 'castellan.db');
};

test('a port in use keeps no one from the console, and other tools learn where it is', async ({ desktop }) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const { app, page } = await desktop.launch({
    environment: { CASTELLAN_PORT: String(port) },
    preload: join(import.meta.dirname, 'recorded-notifications.cjs'),
  });
  await firstScreen(page);
  const address = await addressOf(page);
  expect(new URL(address).port).not.toBe(String(port));
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  await expect
    .poll(() => notifications(app))
    .toEqual([
      `Other tools reach Castellan at ${address} for now: Port ${port} on 127.0.0.1 is in use by another program. Stop it, or choose another port with --port.`,
    ]);
  other.close();
  await once(other, 'close');
});

// As for a second user of the computer, or a home on a disk that is full or read-only.
test('without a folder that it can write, the app still says why, and shows other servers', async ({ desktop }) => {
  const server = await serveHttps((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(consoleHtml(1));
  });
  const home = dirname(desktop.dataDir);
  await chmod(home, 0o500);
  try {
    const { app, page } = await desktop.launch({
      args: trusted,
      environment: { HOME: home },
      preload: join(import.meta.dirname, 'recorded-notifications.cjs'),
    });
    await expect(page.getByRole('heading', { name: 'Castellan couldn’t start' })).toBeVisible();
    await expect(page.getByText('the owner of the data folder')).toBeVisible();
    await expect
      .poll(() => notifications(app))
      .toEqual([
        expect.stringMatching(/^Castellan forgets everything when you quit: It can’t write to .*, so settings/),
      ]);
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = (async () => ({ response: 0, checkboxChecked: false })) as typeof dialog.showMessageBox;
    });
    await app.evaluate(
      ({ app: own }, link) => own.emit('second-instance', {}, ['castellan', link]),
      `castellan://add?url=${encodeURIComponent(server.address)}`,
    );
    await expect((await otherPage(app)).getByRole('heading')).toHaveText('A console');
    await app.close();
  } finally {
    await chmod(home, 0o700);
    await server.close();
  }
});

test('a damaged database is reported and left untouched', async ({ desktop }) => {
  const file = await used(desktop);
  await writeFile(file, 'this is no database');
  const { page } = await desktop.launch();
  await expect(page.getByRole('alert')).toContainText(/is damaged: .+\. It was not changed/);
  await expect(page.getByText(/^Move the file away/)).toBeVisible();
  expect(await readFile(file, 'utf8')).toBe('this is no database');
});

test('a database of a newer Castellan is reported', async ({ desktop }) => {
  const file = await used(desktop);
  const connection = await openSqlite3(file, 'read-write');
  await connection.run('insert into kysely_migration (name, timestamp) values (?, ?)', ['999-future', '2030']);
  await connection.close();
  const { page } = await desktop.launch();
  await expect(page.getByRole('alert')).toContainText(
    'was written by a newer version of Castellan (migration 999-future)',
  );
  await expect(page.getByText('Reinstall the newer version')).toBeVisible();
});

test('a folder in use by a headless Castellan is reported in the person’s language, and that one keeps running', async ({
  desktop,
}) => {
  const server = await spawnInstance({ dataDir: desktop.dataDir });
  try {
    const { page } = await desktop.launch({ environment: { LANGUAGE: 'de' } });
    await expect(page.getByRole('heading')).toHaveText('Castellan konnte nicht starten');
    await expect(page.getByRole('alert')).toHaveText(`Castellan läuft bereits mit dem Datenordner ${desktop.dataDir}.`);
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
  } finally {
    await server.close();
  }
});

test('the error page runs no script and fetches nothing', async ({ desktop }) => {
  const { page } = await desktop.launch({ environment: { CASTELLAN_PORT: 'high' } });
  await expect(page.getByRole('alert')).toContainText('CASTELLAN_PORT: "high" is invalid');
  const outcome = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'window.inlineRan = true';
    document.body.append(script);
    const fetched = await fetch('/').then(
      () => 'fetched',
      (error: Error) => error.name,
    );
    return [fetched, 'inlineRan' in window];
  });
  expect(outcome).toEqual(['TypeError', false]);
});

test('axe finds nothing on the error page in either scheme', async ({ desktop }) => {
  const { page } = await desktop.launch({ environment: { CASTELLAN_PORT: 'high' } });
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await axeFindingsInBoth(page)).toEqual([]);
});

test('an app whose graphics process keeps crashing goes on, and remembers to start without the graphics card', async ({
  desktop,
}) => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  const graphics = () => app.evaluate(({ app: own }) => own.getAppMetrics().find(({ type }) => type === 'GPU')?.pid);
  // The file is written soon after the first change.
  const usesGraphics = async () => {
    const text = await readFile(join(desktop.dataDir, 'desktop/settings.json'), 'utf8').catch(() => '{}');
    return (JSON.parse(text) as { usesGraphics?: boolean }).usesGraphics;
  };
  let last: number | undefined;
  for (let crash = 0; crash < 3; crash += 1) {
    await expect.poll(graphics).not.toBe(last);
    await expect.poll(graphics).toBeDefined();
    last = await graphics();
    process.kill(last ?? 0, 'SIGKILL');
  }
  await expect.poll(usesGraphics).toBe(false);
  await firstScreen(page);
  await app.close();
  const again = await desktop.launch();
  await firstScreen(again.page);
  await again.app.close();
  expect(await usesGraphics()).toBe(false);
});
