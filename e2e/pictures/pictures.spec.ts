import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { borderFindings } from '../support/border-contrast.ts';
import { deskDensity, phoneDensity } from '../support/density.ts';
import { scaleFindings } from '../support/design-scale.ts';
import { expect } from '../support/sample-console.ts';
import { screens } from '../support/screens.ts';
import { goTo, visit } from '../support/visit.ts';
import { fileOf, filesOf, views } from './files.ts';
import { compare, isAccepting, test, touch } from './screenshot.ts';

const folder = join(import.meta.dirname, 'accepted');
const height = 900;
const widthForAxe = 1280;
const rulesFor = { light: 'all', dark: 'colors' } as const;

/** WCAG 1.4.10: a width of 1280 at four times its size. */
const narrow = { width: 320, height: 256 };

const desk = { width: 1_280, height: 800 };
const phone = { width: 390, height: 844 };

/** Whether a screen of this width is that of a phone, which people touch. */
const isTouched = (width: number): boolean => width === phone.width;

const beyondEdge = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Controls that stick out of the window, where no one can scroll to them. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    return [...document.querySelectorAll('a, button, input, select, textarea, [role=tab]')]
      .filter((element) => {
        const { left, right, width, height } = element.getBoundingClientRect();
        const isShown =
          width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        return isShown && (right > window.innerWidth + 1 || left < -1) && !scrolls(element.parentElement);
      })
      .map((element) => element.getAttribute('aria-label') ?? element.textContent);
  });

const softly = expect.configure({ soft: true });

/** One visit serves pictures, axe and density: loading a screen costs as much as any of them. */
for (const screen of screens) {
  const title = `${screen.name} matches its pictures at every width and in both schemes, is dense enough, and axe finds nothing in English or German`;
  test(title, async ({ sample, german, codec }, info) => {
    const page = sample.pages[screen.seenBy];
    const [first] = views;
    await page.setViewportSize({ width: first.width, height });
    await page.emulateMedia({ colorScheme: first.schemes[0] });
    await visit(page, screen, sample.places);
    for (const { width, schemes } of views) {
      await page.setViewportSize({ width, height });
      await touch(page, isTouched(width));
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await compare(page, codec, join(folder, fileOf(screen.name, colorScheme, width)), info);
        if (width !== widthForAxe) continue;
        expect.soft(await borderFindings(page), `in the ${colorScheme} scheme`).toEqual([]);
        if (isAccepting) continue;
        expect.soft(await axeFindings(page, rulesFor[colorScheme]), `in the ${colorScheme} scheme`).toEqual([]);
      }
      await softly.poll(() => beyondEdge(page), `pixels beyond the edge at ${width}`).toBeLessThanOrEqual(0);
      const unlike = await scaleFindings(page, isTouched(width) ? 'touch' : 'mouse');
      expect.soft(unlike, `not of the scale at ${width}`).toEqual([]);
    }
    if (isAccepting) return;
    await page.setViewportSize(narrow);
    // Charts follow the width a moment later.
    await softly.poll(() => beyondEdge(page), `pixels beyond the edge at ${narrow.width}`).toBeLessThanOrEqual(0);
    expect.soft(await cutOff(page), `cut off at ${narrow.width}`).toEqual([]);
    if (screen.seenBy === 'owner') {
      await page.setViewportSize(desk);
      expect.soft(await deskDensity(page, screen), 'on a desk').toEqual([]);
      await page.setViewportSize(phone);
      await touch(page, true);
      expect.soft(await phoneDensity(page, screen), 'on a phone').toEqual([]);
      await touch(page, false);
    }
    const germanPage = german.pages[screen.seenBy];
    await goTo(germanPage, screen, german.places);
    await expect.soft(germanPage.locator('html')).toHaveAttribute('lang', 'de');
    expect.soft(await axeFindings(germanPage, 'all but colors'), 'in German').toEqual([]);
  });
}

test('every accepted picture belongs to a screen', () => {
  const wanted = screens.flatMap(({ name }) => filesOf(name));
  const stray = readdirSync(folder).filter((name) => !wanted.includes(name));
  if (isAccepting) for (const name of stray) rmSync(join(folder, name));
  else expect(stray).toEqual([]);
});
