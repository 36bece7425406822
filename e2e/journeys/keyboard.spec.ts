import type { Page } from '@playwright/test';
import { expect, test } from '../support/sample-console.ts';
import { screens } from '../support/screens.ts';
import { goTo } from '../support/visit.ts';

interface Walk {
  /** Controls that Tab should reach, in words. */
  missed: string[];
  /** Controls that had the focus without showing it, or behind something else, each time. */
  unseen: string[];
  controls: number;
}

/** Starts recording where the focus goes. Returns how many controls there are for Tab to reach. */
const startWalk = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const stops = 'a[href], button, input, select, textarea, summary, [tabindex]';
    const scope = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document;
    const isStop = (element: Element): boolean => {
      const { tabIndex, disabled } = element as HTMLInputElement;
      if (tabIndex < 0 || disabled || element.closest('[inert], [aria-hidden="true"]')) return false;
      return element.checkVisibility({ visibilityProperty: true });
    };
    /** Of radio buttons with one name, Tab reaches only one. */
    const isOther = (element: Element): boolean =>
      element instanceof HTMLInputElement && element.type === 'radio' && !element.checked;
    // A screen may replace a control while it is walked: only those that are there count.
    const controls = () => [...scope.querySelectorAll(stops)].filter((element) => isStop(element) && !isOther(element));
    const words = (element: Element): string =>
      `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''}`;
    const walk = { controls, seen: new Set<Element>(), unseen: new Map<Element, string>(), words };
    const before = window as { endWalk?: AbortController };
    before.endWalk?.abort();
    const endWalk = new AbortController();
    Object.assign(window, { walk, endWalk });
    /** A field for several values is drawn by what is around it. */
    const isShown = (element: Element): boolean =>
      [element, element.closest('.mantine-Input-input') ?? element].some((drawn) => {
        const { outlineStyle, boxShadow } = getComputedStyle(drawn);
        return outlineStyle !== 'none' || boxShadow !== 'none';
      });
    const judge = (element: Element): void => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const above = document.elementFromPoint(left + width / 2, top + height / 2);
      const isCovered = width > 1 && !(above && (element.contains(above) || above.contains(element)));
      if (isCovered || !isShown(element)) {
        walk.unseen.set(element, `${isCovered ? 'covered' : 'no ring'}: ${words(element)}`);
        return;
      }
      walk.seen.add(element);
      walk.unseen.delete(element);
    };
    const see = ({ target }: FocusEvent): void => {
      // A dialog takes the focus back from what is behind it.
      if (!(target instanceof Element) || walk.seen.has(target) || !scope.contains(target)) return;
      // What marks itself has done so by then.
      queueMicrotask(() => judge(target));
    };
    document.addEventListener('focusin', see, { signal: endWalk.signal });
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    return controls().length;
  });

const endWalk = (page: Page): Promise<Walk> =>
  page.evaluate(() => {
    const { walk } = window as unknown as {
      walk: {
        controls: () => Element[];
        seen: Set<Element>;
        unseen: Map<Element, string>;
        words: (element: Element) => string;
      };
    };
    const controls = walk.controls();
    return {
      missed: controls.filter((one) => !walk.seen.has(one) && !walk.unseen.has(one)).map(walk.words),
      unseen: controls.flatMap((one) => walk.unseen.get(one) ?? []),
      controls: controls.length,
    };
  });

for (const [name, seenBy] of [
  ['signed out', ['guest', 'first guest']],
  ['signed in', ['owner']],
] as const) {
  test(`${name}, Tab reaches every control of every screen, and the focus is always in sight`, async ({ sample }) => {
    const found: string[] = [];
    for (const screen of screens.filter((one) => seenBy.some((who) => who === one.seenBy))) {
      const page = sample.pages[screen.seenBy];
      await goTo(page, screen, sample.places);
      let count = await startWalk(page);
      let walk: Walk;
      let presses = 0;
      do {
        const before = presses;
        for (; presses <= before + count; presses += 1) await page.keyboard.press('Tab');
        walk = await endWalk(page);
        count = Math.max(count, walk.controls);
        // One press leaves the end of the page for its beginning. An email in its frame has stops of its own, and from
        // its last one the way back into the dialog leads around the page.
        // What was out of sight may have been where the page was still moving: it has to be in sight the next time.
      } while (walk.missed.length + walk.unseen.length > 0 && presses < 2 * (count + 1) + 20);
      const { missed, unseen, controls } = walk;
      if (controls === 0) found.push(`${screen.name}: no controls`);
      found.push(...missed.map((control) => `${screen.name}: Tab misses ${control}`));
      found.push(...unseen.map((control) => `${screen.name}: ${control}`));
    }
    expect(found).toEqual([]);
  });
}
