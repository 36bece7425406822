import { join } from 'node:path';
import { screens } from '../support/screens.ts';
import { visit } from '../support/visit.ts';
import { compare, test } from './screenshot.ts';

const folder = join(import.meta.dirname, '../../docs/images');
const viewport = { width: 1280, height: 800 };

for (const [name, colorScheme] of [
  ['team', 'light'],
  ['dashboard', 'dark'],
  ['hosting-upgrade', 'light'],
] as const) {
  test(`the README shows the current ${name}`, async ({ sample, codec }, info) => {
    const page = sample.pages.owner;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    for (const screen of screens.filter((screen) => screen.name === name)) await visit(page, screen, sample.places);
    await compare(page, codec, join(folder, `${name}-${colorScheme}.png`), info);
  });
}
