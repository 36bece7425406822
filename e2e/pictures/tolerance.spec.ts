import { chromium, type Page } from '@playwright/test';
import { expect, openSampleConsole } from '../support/sample-console.ts';
import { screens } from '../support/screens.ts';
import { visit } from '../support/visit.ts';
import { type Difference, differences } from './image-diff.ts';
import { take, takeAtRest, test } from './screenshot.ts';

const viewport = { width: 1280, height: 900 };

/** Visible changes, each as a CSS rule that causes it. */
const faults: Record<string, string> = {
  'a card 24 px to the right': 'main .surface { transform: translateX(24px) }',
  'a card 24 px lower': 'main .surface { transform: translateY(24px) }',
  'a missing button': 'main button:has(.tabler-icon-user-plus) { visibility: hidden }',
  'a missing outline button': 'main button:has(.tabler-icon-download) { visibility: hidden }',
  'a missing icon': 'nav .tabler-icon-mail { visibility: hidden }',
  'a missing heading': 'main h1 { visibility: hidden }',
  'a button in another green': ':root:root:root:root { --mantine-primary-color-filled: #2f9e44 }',
  'a strip in yellow': '.strip { background: #ffe8cc }',
  'a background in another gray': 'body { background: #ffffff }',
  'names in another color': ':root:root:root:root main td a { color: #1864ab }',
  'larger text': 'main { zoom: 1.05 }',
};

/** Changes that only affect rendering. */
const harmless: Record<string, string> = {
  'half a pixel right and down': '#root { transform: translate(0.5px, 0.5px) }',
  'glyphs without hinting': 'body { text-rendering: geometricPrecision }',
  'slightly bolder glyphs': 'body { -webkit-text-stroke: 0.15px }',
};

/** Chromium flags that imitate the text rendering of other systems. */
const drawings: Record<string, string[]> = {
  'full hinting, whole pixels': ['--font-render-hinting=full', '--disable-font-subpixel-positioning'],
  'slight hinting': ['--font-render-hinting=slight', '--disable-font-subpixel-positioning'],
};

const show = async (page: Page, places: Parameters<typeof visit>[2], colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  for (const screen of screens.filter(({ name }) => name === 'team')) await visit(page, screen, places);
};

/** Applies a rule to a page. A constructed style sheet, because the page's policy blocks style elements. */
const paint = (page: Page, rule: string): Promise<void> =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, rule);
const unpaint = (page: Page): Promise<void> => page.evaluate(() => void document.adoptedStyleSheets.pop());

for (const scheme of ['light', 'dark'] as const) {
  test(`reports visible changes but not rendering differences, in the ${scheme} scheme`, async ({ sample, codec }) => {
    const page = sample.pages.owner;
    await show(page, sample.places, scheme);
    const { grid, screenshot } = await takeAtRest(page, codec);
    const found: Record<string, Difference[]> = {};
    for (const [name, rule] of Object.entries({ ...faults, ...harmless })) {
      await paint(page, rule);
      const shot = await take(page, codec);
      expect.soft(shot.screenshot.equals(screenshot), `${name} changes nothing at all`).toBe(false);
      found[name] = differences(grid, shot.grid);
      await unpaint(page);
    }
    for (const name of Object.keys(faults)) expect.soft(found[name], name).not.toEqual([]);
    for (const name of Object.keys(harmless)) expect.soft(found[name], name).toEqual([]);
    expect(differences(grid, (await takeAtRest(page, codec)).grid), 'afterwards').toEqual([]);
  });
}

for (const [name, args] of Object.entries(drawings)) {
  test(`text rendering with ${name} gives the same pictures`, async ({ sample, codec, launchOptions }) => {
    await show(sample.pages.owner, sample.places, 'light');
    const { grid, screenshot } = await takeAtRest(sample.pages.owner, codec);
    const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] });
    try {
      const other = await openSampleConsole(browser);
      try {
        await show(other.pages.owner, other.places, 'light');
        const shot = await takeAtRest(other.pages.owner, codec);
        expect(shot.screenshot.equals(screenshot), 'the flags change nothing at all').toBe(false);
        expect(differences(grid, shot.grid)).toEqual([]);
      } finally {
        await other.close();
      }
    } finally {
      await browser.close();
    }
  });
}
