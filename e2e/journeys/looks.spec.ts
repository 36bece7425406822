import type { Page } from '@playwright/test';
import { patterns } from '../../renderer/paths.ts';
import { calling } from '../support/batched-calls.ts';
import { clearCache } from '../support/browser-contexts.ts';
import { expect, test } from '../support/journey.ts';
import { open, overflows } from '../support/page-load.ts';

const longName = 'Wilhelmina-Charlotte von Hohenzollern-Sigmaringen und Altenburg';
const longWorkspace = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrikation';

const isInside = (pattern: string): boolean => pattern.startsWith(patterns.dashboard);

/** The paths of all signed-in screens, with the ids of this owner's team. */
const consolePaths = async (page: Page): Promise<string[]> => {
  await page.goto('/dashboard/workspaces/new');
  await page.getByLabel('Name').fill(longWorkspace);
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await expect(page.getByRole('heading', { name: longWorkspace })).toBeVisible();
  const slug = new URL(page.url()).pathname.split('/')[3] ?? '';
  await page.goto('/dashboard/team');
  await page.getByRole('link', { name: longName }).click();
  await expect(page.getByRole('heading', { name: longName })).toBeVisible();
  const userId = new URL(page.url()).pathname.split('/')[3] ?? '';
  return Object.values(patterns)
    .filter(isInside)
    .map((pattern) => pattern.replace('$userId', userId).replace('$slug', slug));
};

const sizes = [390, 900, 1_280, 2_560].map((width) => ({ width, height: width < 600 ? 844 : 800 }));

/** Waits for animations and transitions that may still move other elements. */
const animated = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // One that scrolling drives stands still, and never ends.
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
      );
    // A canceled animation has ended too.
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/** Measures layout shifts without user input, by the browser's own metric. */
const observeShifts = () => {
  const shifts = { sum: 0 };
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) shifts.sum += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

/** The screens that are open on a desk are measured at every width, those on a phone only while loading. */
for (const [title, viewport, widths] of [
  ['shifts its layout while loading on a desk, or scrolls sideways', { width: 1_280, height: 800 }, sizes],
  ['shifts its layout while loading on a phone', { width: 390, height: 844 }, []],
] as const) {
  test(`no signed-in screen ${title}`, async ({ owner }) => {
    const { page } = await owner(longName);
    const paths = await consolePaths(page);
    await page.addInitScript(observeShifts);
    await clearCache(page.context());
    const found: string[] = [];
    for (const path of paths) {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.setViewportSize(viewport);
      await open(page, path);
      await animated(page);
      const { sum } = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts);
      if (sum > 0.02) found.push(`${path} jumps: ${sum.toFixed(3)}`);
      // The shell must be in place before measuring.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      found.push(...(await overflows(page, widths)));
    }
    expect(found).toEqual([]);
  });
}

test('with reduced motion, nothing moves: dialogs, menus, search, placeholders', async ({ owner }) => {
  const { page } = await owner();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  /** Everything that moves or would keep moving. */
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().endTime ?? 0) > 50)
        .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : 'transition')),
    );
  // An answer that never arrives, so the placeholders stay.
  await page.route(calling('sessions.listSessionHistory'), () => {});
  await page.goto('/dashboard/sessions');
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(1);
  expect(await moving()).toEqual([]);
  await page.getByRole('button', { name: 'Color scheme' }).click();
  await expect(page.getByRole('menuitem', { name: 'Dark' })).toBeVisible();
  expect(await moving()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeVisible();
  expect(await moving()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(await moving()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await moving()).toEqual([]);
  await page.getByRole('button', { name: 'Open navigation' }).click();
  expect(await moving()).toEqual([]);
  await expect(page.getByRole('link', { name: 'Team' })).toBeInViewport();
});

test('the focus is always visible, and returns to where it was when a dialog closes', async ({ owner, device }) => {
  const { page, email } = await owner();
  await device(email);
  await page.goto('/dashboard/sessions');
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(2);
  const unseen: string[] = [];
  let stops = 0;
  for (; ; stops += 1) {
    await page.keyboard.press('Tab');
    // After the last control, the browser itself has the focus.
    if (await page.evaluate(() => document.activeElement === document.body)) break;
    const seen = await page.evaluate(() => {
      const style = document.activeElement && getComputedStyle(document.activeElement);
      return {
        name: document.activeElement?.textContent ?? '',
        isSeen: style?.outlineStyle !== 'none' && Number.parseFloat(style?.outlineWidth ?? '0') >= 2,
      };
    });
    if (!seen.isSeen) unseen.push(seen.name);
  }
  expect(unseen).toEqual([]);
  expect(stops).toBeGreaterThan(12);

  for (const name of ['Sign out everywhere else', /^Sign out: /]) {
    const button = page.getByRole('button', { name }).last();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  const scheme = page.getByRole('button', { name: 'Color scheme' });
  // The first click has to fetch the menu.
  for (let time = 0; time < 2; time += 1) {
    await scheme.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Light' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(scheme).toBeFocused();
  }
  // The focus moves into a menu shortly after it opens. Until then the button receives the key.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Light' })).toBeVisible();
  await scheme.dispatchEvent('keydown', { key: 'Escape', bubbles: true });
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(scheme).toBeFocused();
  const link = page.getByRole('link', { name: 'Team' });
  await link.focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link).toBeFocused();
});
