import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { ensureBrowser } from './browser.ts';

/**
 * Renders the desktop app's icons from their vector files. After changing one, run `node e2e/tools/render-icons.ts`.
 */

const resources = join(import.meta.dirname, '../../resources');

const render = async (browser: Browser, svg: string, size: number, color?: string): Promise<Buffer> => {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const drawing = color === undefined ? svg : svg.replace('<path', `<path fill="${color}"`);
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${drawing}`);
  const image = await page.screenshot({ omitBackground: true });
  await page.close();
  return image;
};

const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox'] });
const icon = await readFile(join(resources, 'icon.svg'), 'utf8');
const tray = await readFile(join(resources, 'tray.svg'), 'utf8');
const write = (name: string, image: Buffer) => writeFile(join(resources, name), image);

for (const size of [16, 32, 48, 64, 128, 256, 512])
  await write(`icons/${size}x${size}.png`, await render(browser, icon, size));
await write('icon.png', await render(browser, icon, 1_024));
// A panel may be light or dark, and the colored icon is visible on both. macOS colors a template image itself.
await write('tray.png', await render(browser, icon, 24));
await write('tray@2x.png', await render(browser, icon, 48));
await write('trayTemplate.png', await render(browser, tray, 16, '#000'));
await write('trayTemplate@2x.png', await render(browser, tray, 32, '#000'));
await browser.close();
