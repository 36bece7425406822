import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { openSqlite3 } from '#main/storage/database/engines/sqlite/sqlite3-connection.ts';
import { axeFindingsInBoth } from '../support/axe.ts';
import { spawnInstance } from '../support/test-app.ts';
import { type Desktop, expect, firstScreen, test } from './desktop.ts';

/** A data folder that an earlier start created. */
const used = async (desktop: Desktop): Promise<string> => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  await app.close();
  return join(desktop.dataDir, 'castellan.db');
};

test('a port in use is reported with advice, and can be retried', async ({ desktop }) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const { page } = await desktop.launch({ environment: { CASTELLAN_PORT: String(port) } });
  await expect(page.getByRole('heading', { name: 'Castellan couldn’t start' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(
    `Port ${port} on 127.0.0.1 is in use by another program. Stop it, or choose another port with --port`,
  );
  await expect(page.getByText('Quit the other program')).toBeVisible();
  await expect(page.getByText(desktop.logFile)).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Castellan couldn’t start' })).toBeVisible();
  other.close();
  await once(other, 'close');
  await page.getByRole('link', { name: 'Try again' }).click();
  await firstScreen(page);
});

test('a damaged database is reported and left untouched', async ({ desktop }) => {
  const file = await used(desktop);
  await writeFile(file, 'this is no database');
  const { page } = await desktop.launch();
  await expect(page.getByRole('alert')).toContainText(/is damaged: .+\. It was not changed/);
  await expect(page.getByText('Nothing was changed.')).toBeVisible();
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

test('a folder in use by a headless Castellan is reported, and that one keeps running', async ({ desktop }) => {
  const server = await spawnInstance({ dataDir: desktop.dataDir });
  try {
    const { page } = await desktop.launch();
    await expect(page.getByRole('alert')).toHaveText(`Castellan is already running on ${desktop.dataDir}`);
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
