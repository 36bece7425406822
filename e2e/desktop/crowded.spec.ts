import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { mostRemotes } from '#shared/contract/desktop-bridge.ts';
import { expect, pageAt, stripOf, test, windowOf } from './desktop.ts';
import { clickMenuItem } from './menu.ts';
import { consoleHtml, serveHttps } from './servers.ts';

/** As people and policies name servers. */
const names = [
  'إنتاج الخادم الرئيسي',
  'שרת בדיקות',
  '🏰 Schloss 👩‍👩‍👧‍👦',
  'a\u202eb',
  'W'.repeat(60),
  'Ein sehr langer Name mit vielen Wörtern, der nirgends ganz hinpasst',
];

const storeServers = async (dataDir: string, address: string, count: number): Promise<void> => {
  const servers = Array.from({ length: count }, (_, index) => ({
    id: index.toString(16).padStart(32, '0'),
    name: names[index] ?? `Server ${index + 1}`,
    address: `${address}${index}/`,
    color: index % 8,
  }));
  await mkdir(join(dataDir, 'desktop'), { recursive: true, mode: 0o700 });
  await writeFile(join(dataDir, 'desktop/settings.json'), JSON.stringify({ servers }));
};

/** The page below the strip that tells why a server can't be shown. */
const shownProblem = async (app: ElectronApplication): Promise<Page> => {
  const window = await windowOf(app);
  const address = () =>
    window.evaluate(({ contentView }) => (contentView.children[1] as Electron.WebContentsView).webContents.getURL());
  await expect.poll(address).toMatch(/^data:/);
  return pageAt(app, await address());
};

test('twenty servers with any names fit into the smallest window, in German and at twice the scale', async ({
  desktop,
}) => {
  const server = await serveHttps((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(consoleHtml(1));
  });
  await storeServers(desktop.dataDir, server.address, mostRemotes);
  const { app, page } = await desktop.launch({
    args: ['--force-device-scale-factor=2'],
    environment: { LANGUAGE: 'de' },
  });
  await expect(page.getByRole('heading', { name: 'Willkommen bei Castellan' })).toBeVisible();
  const window = await windowOf(app);
  await window.evaluate((own) => {
    const [width = 0, height = 0] = own.getMinimumSize();
    own.setSize(width, height);
  });
  const strip = await stripOf(app);
  for (let index = 0; index < 6; index += 1) {
    const before = await strip.locator('#name').innerText();
    await clickMenuItem(app, `server-${index.toString(16).padStart(32, '0')}`);
    await expect(strip.locator('#name')).not.toHaveText(before);
    await expect(strip.locator('#status')).toHaveText('Nicht sicher');
    expect(await strip.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expect(strip.getByRole('button', { name: 'Erneut versuchen' })).toBeInViewport({ ratio: 1 });
  }
  const shown = await shownProblem(app);
  const links = shown.getByRole('link');
  await expect(links).toHaveText(['Erneut versuchen', 'Server verwalten', 'Diesem Zertifikat vertrauen …']);
  const tops = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  await links.last().focus();
  await expect(links.last()).toBeInViewport({ ratio: 1 });
  await clickMenuItem(app, 'choose-server');
  const switcher = await pageAt(app, 'app://switcher/');
  await expect(switcher.getByRole('option')).toHaveCount(mostRemotes + 1);
  await expect(switcher.getByRole('option', { name: 'Ein sehr langer Name' })).toBeInViewport({ ratio: 1 });
  // Past the first one, to the last one.
  for (let steps = 0; steps <= names.length + 1; steps += 1) await switcher.keyboard.press('ArrowUp');
  const selected = switcher.getByRole('option', { selected: true });
  await expect(selected).toContainText(`Server ${mostRemotes}`);
  await expect(selected).toContainText(`/${mostRemotes - 1}`);
  await expect(selected).toBeInViewport({ ratio: 1 });
  await server.close();
});
