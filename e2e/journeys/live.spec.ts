import type { Page } from '@playwright/test';
import { livePath } from '#shared/contract/live-topics.ts';
import { expect, inviteOnScreen, test } from '../support/journey.ts';
import { open } from '../support/page-load.ts';

/** Fails if the document is loaded again. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-marked', ''));
const expectMarked = (page: Page) => expect(page.locator('body[data-marked]')).toHaveCount(1);

/** The streams that the tabs of a browser open from now on. */
const countStreams = (page: Page): (() => number) => {
  let count = 0;
  page.context().on('request', (request) => {
    if (new URL(request.url()).pathname === livePath) count += 1;
  });
  return () => count;
};

test('what another admin does appears without a reload', async ({ owner, join }) => {
  const host = await owner();
  const admin = await join(host, 'Admin', 'Ada Admin');
  await open(admin.page, '/dashboard/team?tab=invitations');
  await mark(admin.page);
  await inviteOnScreen(host.page, 'grace@example.org', 'Member');
  await expect(admin.page.getByText('grace@example.org')).toBeVisible();
  await admin.page.getByRole('link', { name: 'Workspaces' }).click();
  await expect(admin.page.getByRole('heading', { name: 'Workspaces' })).toBeVisible();
  await open(host.page, '/dashboard/workspaces/new');
  await host.page.getByLabel('Name').fill('Orion');
  await host.page.getByRole('button', { name: 'Create workspace' }).click();
  await expect(host.page).toHaveURL(/\/dashboard\/workspaces\/orion/);
  await expect(admin.page.getByRole('main').getByText('Orion', { exact: true })).toBeVisible();
  await expectMarked(admin.page);
});

test('a console follows the role of its user', async ({ owner, join }) => {
  const host = await owner();
  const guest = await join(host, 'Member', 'Mia Member');
  await open(guest.page, '/dashboard');
  const link = guest.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit log' });
  await expect(link).toHaveCount(0);
  await open(host.page, '/dashboard/team');
  const role = host.page.getByRole('combobox', { name: 'Role of Mia Member' });
  await role.selectOption('admin');
  await expect(link).toBeVisible();
});

test('the tabs of a browser share one connection, and the next one takes over', async ({ owner, join }) => {
  const host = await owner();
  const streams = countStreams(host.page);
  await open(host.page, '/dashboard/team?tab=invitations');
  const [tab] = await Promise.all([
    host.page.context().waitForEvent('page'),
    host.page.evaluate(() => void window.open('/dashboard/team?tab=invitations')),
  ]);
  await expect(tab.getByText('No pending invitations')).toBeVisible();
  const admin = await join(host, 'Admin', 'Ada Admin');
  await inviteOnScreen(admin.page, 'first@example.org', 'Member');
  for (const each of [host.page, tab]) await expect(each.getByText('first@example.org')).toBeVisible();
  expect(streams()).toBe(1);
  await host.page.close();
  await expect.poll(streams).toBe(2);
  await inviteOnScreen(admin.page, 'second@example.org', 'Member');
  await expect(tab.getByText('second@example.org')).toBeVisible();
});

test('a lost connection is told once, and what was missed is there when it is back', async ({ owner, join }) => {
  const host = await owner();
  const admin = await join(host, 'Admin', 'Ada Admin');
  const isLive = (url: URL) => url.pathname === livePath;
  await admin.page.route(isLive, (route) => route.abort());
  await admin.page.goto('/dashboard/team?tab=invitations');
  await expect(admin.page.getByText('Connection lost')).toHaveCount(1);
  await inviteOnScreen(host.page, 'grace@example.org', 'Member');
  await admin.page.unroute(isLive);
  await expect(admin.page.getByText('Reconnected. Everything is up to date.')).toBeVisible({ timeout: 30_000 });
  await expect(admin.page.getByText('grace@example.org')).toBeVisible();
  await expect(admin.page.getByText('Connection lost')).toHaveCount(0);
});

test('the notice of a lost connection stands out from a dark page', async ({ owner }) => {
  const { page } = await owner();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.route(
    (url) => url.pathname === livePath,
    (route) => route.abort(),
  );
  await page.goto('/dashboard/team');
  const notice = page.locator('.mantine-Notification-root', { hasText: 'Connection lost' });
  await expect(notice).toHaveCSS('border-top-width', '1px');
  const [spinner, accent] = await notice.evaluate((element) => {
    const loader = element.querySelector('.mantine-Notification-loader');
    if (!loader) throw new Error('The notice has no spinner');
    return [
      getComputedStyle(loader).getPropertyValue('--loader-color'),
      getComputedStyle(document.documentElement).getPropertyValue('--castellan-accent'),
    ];
  });
  expect(spinner).toBe(accent);
});
