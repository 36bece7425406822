import type { Page } from '@playwright/test';
import { minute, second } from '#shared/rules/limits.ts';
import { test } from '../support/frozen-time.ts';
import { expect } from '../support/journey.ts';
import { settled } from '../support/page-load.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });

test('two minutes before an idle session ends, the console asks and counts down; staying counts as activity', async ({
  frozen,
}) => {
  const { page, advance } = frozen;
  await page.goto('/dashboard/team');
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
  await advance(27 * minute);
  await expect(question(page)).toHaveCount(0);
  await advance(65 * second);
  await expect(question(page).getByRole('timer')).toHaveText(/^1:[345]\d$/);
  await expect(question(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  await advance(60 * second);
  await expect(question(page).getByRole('timer')).toHaveText(/^0:[345]\d$/);
  await question(page).getByRole('button', { name: 'Stay signed in' }).click();
  await expect(question(page)).toHaveCount(0);
  await advance(27 * minute);
  await expect(question(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible();
});

test('without an answer the sign-in page opens, says why, and leads back after signing in', async ({ frozen }) => {
  const { page, advance } = frozen;
  await page.goto('/dashboard/audit');
  await expect(page.getByRole('table', { name: 'Audit log' })).toBeVisible();
  await advance(29 * minute);
  await expect(question(page)).toBeVisible();
  await advance(1 * minute);
  await expect(page.getByText('Signed out due to inactivity')).toBeVisible();
  await expect(page).toHaveURL(/\/login\?.*return_to=%2Fdashboard%2Faudit/);
});

test('screens that refresh themselves do not keep a session alive', async ({ frozen }) => {
  const { page, advance } = frozen;
  await page.goto('/dashboard/sessions');
  await expect(page.getByRole('list', { name: 'Sessions' })).toBeVisible();
  for (let passed = 0; passed < 28; passed += 2) await advance(2 * minute);
  await expect(question(page)).toBeVisible();
});

test('activity in one tab counts in the others, and so does signing out', async ({ frozen }) => {
  const { page, context, advance } = frozen;
  await page.goto('/dashboard/team');
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => void window.open('/dashboard/workspaces')),
  ]);
  // Its first requests are activity, and its title is there before they are sent.
  await expect(tab.getByText('No workspaces yet')).toBeVisible();
  await settled(tab);
  await advance(29 * minute);
  for (const each of [page, tab]) await expect(question(each)).toBeVisible();
  await question(tab).getByRole('button', { name: 'Stay signed in' }).click();
  for (const each of [page, tab]) await expect(question(each)).toHaveCount(0);
  await advance(29 * minute);
  await question(page).getByRole('button', { name: 'Sign out' }).click();
  for (const each of [page, tab]) await expect(each).toHaveURL(/\/login/);
});
