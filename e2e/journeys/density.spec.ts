import type { Page } from '@playwright/test';
import { expect, test } from '../support/sample-console.ts';
import { screens } from '../support/screens.ts';
import { goTo } from '../support/visit.ts';

const desk = { width: 1_280, height: 800 };
const phone = { width: 390, height: 844 };
/** Pages that are one long list of small rows. */
const longLists = ['team', 'team-invitations', 'mail', 'audit'];
/** Pages that a list begins. */
const lists = [
  ...longLists,
  'team-roles',
  'workspace-members',
  'workspace-activity',
  'sessions',
  'profile-api-keys',
  'hosting-servers',
  'hosting-invoices',
  'hosting-history',
  'security-members',
  'security-sessions',
  'server-organizations',
  'server-jobs',
  'server-configuration',
];
const owned = screens.filter(({ seenBy }) => seenBy === 'owner');

/** Where the rows of each table are, in pixels of the window. */
const rowsOf = (page: Page) =>
  page.getByRole('table').evaluateAll((tables) =>
    tables.map((table) => ({
      label: table.getAttribute('aria-label') ?? '',
      beyond: table.scrollWidth - (table.parentElement?.clientWidth ?? 0),
      rows: [...table.querySelectorAll('tbody tr')].map((row) => {
        const { top, bottom, height } = row.getBoundingClientRect();
        return { top, bottom, height };
      }),
    })),
  );

test('on a desk, rows of tables take 40 to 44 pixels, and lists show at least 12 of them without scrolling', async ({
  sample,
}) => {
  const page = sample.pages.owner;
  await page.setViewportSize(desk);
  const found: string[] = [];
  let tables = 0;
  for (const screen of owned) {
    await goTo(page, screen, sample.places);
    for (const { label, rows } of await rowsOf(page)) {
      tables += 1;
      for (const { height } of rows) {
        if (height < 39.5 || height > 44.5) found.push(`${screen.name}, ${label}: a row of ${height} pixels`);
      }
      const seen = rows.filter(({ bottom }) => bottom <= desk.height).length;
      if (longLists.includes(screen.name) && seen < 12) found.push(`${screen.name}, ${label}: ${seen} rows`);
    }
  }
  expect(found).toEqual([]);
  expect(tables).toBeGreaterThanOrEqual(longLists.length);
});

test('on a phone, no table scrolls sideways, actions are in reach, and lists begin within 300 pixels', async ({
  sample,
}) => {
  const page = sample.pages.owner;
  await page.setViewportSize(phone);
  const found: string[] = [];
  for (const screen of owned) {
    await goTo(page, screen, sample.places);
    for (const { label, beyond } of await rowsOf(page)) {
      if (beyond > 0) found.push(`${screen.name}, ${label}: ${beyond} pixels beyond the edge`);
    }
    if (lists.includes(screen.name)) {
      const first = await page.locator('main tbody tr, main .list-row').first().boundingBox();
      if (!first || first.y > 300) found.push(`${screen.name}: begins at ${first?.y}`);
    }
    // A dialog covers the table below it.
    const reachable = (await page.getByRole('dialog').count()) === 0 ? await page.getByRole('table').all() : [];
    for (const table of reachable) {
      // The main action of a row is its last control. A trial click fails if something covers it.
      for (const row of (await table.locator('tbody').getByRole('row').all()).slice(0, 2)) {
        const action = row.getByRole('button').or(row.getByRole('link')).last();
        // One that says why it's disabled can't be pressed on any screen.
        if ((await action.count()) === 0 || (await action.isDisabled())) continue;
        await action.scrollIntoViewIfNeeded();
        await action.click({ trial: true });
        const box = await action.boundingBox();
        if (!box || box.x < 0 || box.x + box.width > phone.width) found.push(`${screen.name}: an action is off screen`);
      }
    }
    for (const list of await page.getByRole('tablist').all()) {
      const heights = await list
        .getByRole('tab')
        .evaluateAll((tabs) => tabs.map((tab) => (tab as HTMLElement).offsetTop));
      if (new Set(heights).size > 1) found.push(`${screen.name}: tabs in ${new Set(heights).size} lines`);
      const [row, open] = [await list.boundingBox(), await list.getByRole('tab', { selected: true }).boundingBox()];
      const isInside =
        row &&
        open &&
        open.x >= row.x &&
        open.x + open.width <= row.x + row.width &&
        open.y + open.height <= row.y + row.height;
      if (!isInside) found.push(`${screen.name}: the open tab is cut off`);
    }
  }
  expect(found).toEqual([]);
});
