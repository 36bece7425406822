import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { axeFindings, axeFindingsInBoth } from '../fixtures/axe.ts';
import { expect } from '../fixtures/sample-console.ts';
import { goTo, screens, visit } from '../fixtures/screens.ts';
import { compare, isAccepting, painted, test } from './screenshot.ts';

const folder = join(import.meta.dirname, 'accepted');
const schemes = ['light', 'dark'] as const;
const widths = [1280, 2560, 390] as const;
const height = 900;

const fileOf = (screen: string, scheme: string, width: number): string => `${screen}-${scheme}-${width}.webp`;

/** One visit serves both pictures and axe: loading a screen costs as much as either. */
for (const screen of screens) {
  const title = `${screen.name} matches its pictures at every width and scheme, and axe finds nothing in English or German`;
  test(title, async ({ sample, german, codec }, info) => {
    const page = sample.pages[screen.seenBy];
    await page.setViewportSize({ width: widths[0], height });
    await page.emulateMedia({ colorScheme: schemes[0] });
    await visit(page, screen, sample.places);
    for (const width of widths) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await compare(page, codec, join(folder, fileOf(screen.name, colorScheme, width)), info);
      }
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect.soft(beyond, `pixels beyond the edge at ${width}`).toBeLessThanOrEqual(0);
    }
    if (isAccepting) return;

    await page.setViewportSize({ width: widths[0], height });
    await painted(page);
    expect.soft(await axeFindingsInBoth(page)).toEqual([]);
    const germanPage = german.pages[screen.seenBy];
    await goTo(germanPage, screen, german.places);
    await expect.soft(germanPage.locator('html')).toHaveAttribute('lang', 'de');
    expect.soft(await axeFindings(germanPage, 'all but colors'), 'in German').toEqual([]);
  });
}

test('every accepted picture belongs to a screen', () => {
  const wanted = screens.flatMap(({ name }) =>
    schemes.flatMap((scheme) => widths.map((width) => fileOf(name, scheme, width))),
  );
  const stray = readdirSync(folder).filter((name) => !wanted.includes(name));
  if (isAccepting) for (const name of stray) rmSync(join(folder, name));
  else expect(stray).toEqual([]);
});
