import type { Page } from '@playwright/test';
import type { Screen } from './screens.ts';

/** Pages that are one long list of small rows. */
const longLists = ['team', 'team-invitations', 'mail', 'audit'];
/** Pages that a list begins. */
const lists = [
  ...longLists,
  'team-roles',
  'team-access',
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

/** On a desk, rows of tables take 40 to 44 pixels, and long lists show at least 12 of them without scrolling. */
export const deskDensity = async (page: Page, { name }: Screen): Promise<string[]> => {
  const found: string[] = [];
  const tables = await rowsOf(page);
  for (const { label, rows } of tables) {
    for (const { height } of rows)
      if (height < 39.5 || height > 44.5) found.push(`${label}: a row of ${height} pixels`);
  }
  if (!longLists.includes(name)) return found;
  const height = page.viewportSize()?.height ?? 0;
  const seen = tables.map(({ rows }) => rows.filter(({ bottom }) => bottom <= height).length);
  if (seen.length === 0 || seen.some((rows) => rows < 12)) found.push(`rows in sight: ${seen.join(', ')}`);
  return found;
};

/** On a phone, no table scrolls sideways, actions and tabs are in reach, and lists begin within 300 pixels. May scroll. */
export const phoneDensity = async (page: Page, { name }: Screen): Promise<string[]> => {
  const found: string[] = [];
  const width = page.viewportSize()?.width ?? 0;
  for (const { label, beyond } of await rowsOf(page)) {
    if (beyond > 0) found.push(`${label}: ${beyond} pixels beyond the edge`);
  }
  if (lists.includes(name)) {
    const first = await page.locator('main tbody tr, main .list-row').first().boundingBox();
    if (!first || first.y > 300) found.push(`begins at ${first?.y}`);
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
      if (!box || box.x < 0 || box.x + box.width > width) found.push('an action is off screen');
    }
  }
  for (const list of await page.getByRole('tablist').all()) {
    const heights = await list
      .getByRole('tab')
      .evaluateAll((tabs) => tabs.map((tab) => (tab as HTMLElement).offsetTop));
    if (new Set(heights).size > 1) found.push(`tabs in ${new Set(heights).size} lines`);
    const [row, open] = [await list.boundingBox(), await list.getByRole('tab', { selected: true }).boundingBox()];
    const isInside =
      row &&
      open &&
      open.x >= row.x &&
      open.x + open.width <= row.x + row.width &&
      open.y + open.height <= row.y + row.height;
    if (!isInside) found.push('the open tab is cut off');
  }
  return found;
};
