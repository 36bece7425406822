import type { Page } from '@playwright/test';
import { axeFindingsInBoth } from '../support/axe.ts';
import { openSandbox } from '../support/hosting-journey.ts';
import { expect, inviteOnScreen, test } from '../support/journey.ts';
import { open } from '../support/page-load.ts';

const search = (page: Page) => page.getByRole('dialog', { name: /^(Search pages|Seiten)/ });
const field = (page: Page) => search(page).getByRole('combobox');
const chosen = (page: Page) => search(page).getByRole('option', { selected: true });

/** Opens the search with its shortcut and types. */
const lookFor = async (page: Page, text: string): Promise<void> => {
  await expect(page.getByRole('button', { name: /^(Search|Suchen)$/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(text);
};

test('the search reaches everything with only the keyboard', async ({ owner, join }) => {
  const host = await owner('Kai Keyboard');
  const { page } = host;
  await join(host, 'Member', 'Zoe Zimmer');
  await page.goto('/dashboard/workspaces/new');
  await page.getByLabel('Name').fill('Zeppelin');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await expect(page.getByRole('heading', { name: 'Zeppelin' })).toBeVisible();

  await lookFor(page, 'outbox');
  await expect(chosen(page)).toHaveAccessibleName(/^Email/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/mail$/);
  await expect(search(page)).toHaveCount(0);

  await lookFor(page, 'zimm');
  await expect(search(page).getByRole('group', { name: 'Members' }).getByRole('option')).toHaveCount(1);
  await expect(chosen(page)).toContainText('Zoe Zimmer');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Zoe Zimmer' })).toBeVisible();

  await lookFor(page, 'ze');
  await expect(search(page).getByRole('group', { name: 'Workspaces' })).toContainText('Zeppelin');
  while (!(await chosen(page).textContent())?.includes('Zeppelin')) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/workspaces\/zeppelin$/);

  await lookFor(page, 'nothing like this');
  await expect(search(page).getByRole('status')).toHaveText('No results found');
  await page.keyboard.press('Escape');
  await expect(search(page)).toHaveCount(0);
});

test('the search finds tabs, settings, invitations, emails, servers and misspelled words, and remembers', async ({
  owner,
}) => {
  const { page } = await owner('Silas Seeker');
  await inviteOnScreen(page, 'petra.pending@example.com', 'Member');
  await openSandbox(page);

  await lookFor(page, 'mail-1');
  const servers = search(page).getByRole('group', { name: 'Servers' }).getByRole('option');
  await expect(servers).toHaveCount(1);
  await expect(servers).toContainText('mail-1');
  await page.keyboard.press('Escape');

  await lookFor(page, '2fa');
  await expect(chosen(page)).toHaveAccessibleName('Two-factor authentication Profile');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Two-factor' })).toHaveAttribute('aria-selected', 'true');

  await lookFor(page, 'retention');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/settings\?tab=organization#retention$/);
  await expect(page.getByRole('heading', { name: 'Retention' })).toBeInViewport();

  await lookFor(page, 'petra');
  await expect(search(page).getByRole('group', { name: 'Emails' }).getByRole('option')).toHaveCount(1);
  const invitations = search(page).getByRole('group', { name: 'Invitations' });
  await expect(invitations.getByRole('option')).toHaveAccessibleName('petra.pending@example.com Pending');
  await invitations.getByRole('option').click();
  await expect(page).toHaveURL(/tab=invitations&q=petra.*state=all/);
  await expect(page.getByRole('row', { name: /petra\.pending/ })).toBeVisible();

  await lookFor(page, 'petra');
  await search(page).getByRole('group', { name: 'Emails' }).getByRole('option').click();
  await expect(page.getByRole('dialog')).toContainText('petra.pending@example.com');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await lookFor(page, 'setings');
  await expect(search(page).getByRole('group', { name: 'Similar' })).toContainText('Settings');
  await page.keyboard.press('Escape');

  await lookFor(page, '');
  await expect(search(page).getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([
    /^Silas Seeker invited you.*petra\.pending/,
    /^petra\.pending/,
    /^Retention/,
    /^Two-factor authentication/,
  ]);
});

test('a page that loads late leaves the cursor in the search', async ({ owner }) => {
  const { page } = await owner();
  await page.goto('/dashboard/sessions');
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  const arrival = Promise.withResolvers<void>();
  await page.route(/\/assets\/audit-page-/, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Audit log', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/audit/);
  await lookFor(page, 'out');
  arrival.resolve();
  await expect(page.getByRole('heading', { name: 'Audit log', includeHidden: true })).toBeAttached();
  await page.keyboard.type('box');
  await expect(field(page)).toHaveValue('outbox');
  await expect(chosen(page)).toHaveAccessibleName(/^Email/);
});

test('the search runs commands: inviting on the current page, color scheme, language, signing out', async ({
  owner,
}) => {
  const { page } = await owner('Dora Doer');
  await page.goto('/dashboard/sessions');
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
  await lookFor(page, 'invite');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /Invite/ })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/sessions/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await lookFor(page, 'dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

  await lookFor(page, 'deutsch');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sitzungen' })).toBeVisible();
  await lookFor(page, 'english');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();

  await lookFor(page, 'sign out');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login/);
});

test('the button opens the search too, loads its code only then, and gets the focus back', async ({ owner }) => {
  const { page } = await owner();
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await open(page, '/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  expect(scripts.filter((url) => /command-search/.test(url))).toEqual([]);
  const button = page.getByRole('button', { name: 'Search', exact: true });
  await button.click();
  await expect(field(page)).toBeFocused();
  expect(scripts.filter((url) => /command-search.*\.js$/.test(url))).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
});

test('the search offers a member only what members may do', async ({ owner, join }) => {
  const { page } = await join(await owner(), 'Member', 'Mina Member');
  await page.goto('/dashboard');
  await lookFor(page, '');
  const names = await search(page).getByRole('option').allTextContents();
  expect(names.some((name) => name.startsWith('Team'))).toBe(true);
  for (const refused of ['Email', 'Audit log', 'Invite people', 'Create a workspace']) {
    expect(names.filter((name) => name.startsWith(refused))).toEqual([]);
  }
});

test('shortcuts open pages, are listed by ?, are ignored in fields, and can be turned off', async ({ owner }) => {
  const { page } = await owner();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect(page.getByRole('heading', { name: 'Team' })).toBeVisible();
  await page.getByRole('searchbox').fill('g');
  await page.keyboard.type('w?');
  await expect(page.getByRole('searchbox')).toHaveValue('gw?');
  await expect(page).toHaveURL(/\/dashboard\/team/);
  await page.getByRole('searchbox').blur();

  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list.getByRole('listitem').filter({ hasText: 'Audit log' })).toContainText('gthena');
  await expect(list.getByRole('listitem').first()).toContainText('Ctrl+K');
  await list.getByRole('switch', { name: 'Shortcuts without Ctrl or ⌘' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await page.keyboard.press('?');
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await lookFor(page, 'shortcuts');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page).toHaveURL(/\/dashboard\/team/);
  await page.keyboard.press('Enter');
  await expect(list).toBeVisible();
});

test('axe finds nothing in the search or the list of shortcuts, in either scheme', async ({ owner }) => {
  const { page } = await owner('Alma Axe');
  await page.goto('/dashboard');
  await lookFor(page, 'al');
  await expect(search(page).getByRole('group', { name: 'Members' })).toBeVisible();
  expect(await axeFindingsInBoth(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  expect(await axeFindingsInBoth(page)).toEqual([]);
});
