import { clearCache } from '../support/browser-contexts.ts';
import { openFirstDashboard } from '../support/first-dashboard.ts';
import { expect, journeyPassword, test } from '../support/journey.ts';
import { send } from '../support/transports.ts';

test('the dashboard tells an owner what needs attention and how things went, each with the way there', async ({
  owner,
  castellan,
}) => {
  const { page, session } = await owner();
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /Sign-ins, last 30 days/ })).toContainText('no lockouts');
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toHaveCount(0);

  const created = await send(castellan.address, 'POST', '/api/v1/users/me/api-keys', {
    token: session.access_token,
    body: { name: 'Nightly backup', scopes: ['self'], expires_in_days: 7, password: journeyPassword },
  });
  expect(created.status, created.text).toBe(201);
  await expect(page.getByText('An API key has expired or expires soon.')).toBeVisible();
  await page.getByRole('link', { name: 'View keys' }).click();
  await expect(page.getByText('Nightly backup')).toBeVisible();

  await page.goto('/dashboard');
  await page.getByRole('link', { name: /Emails sent, last 30 days/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Email' })).toBeVisible();
});

test('a member sees no figures of the team on the dashboard', async ({ owner, join }) => {
  const { page } = await join(await owner(), 'Member');
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: /Your sessions/ })).toBeVisible();
  await expect(page.getByText('Sign-ins, last 30 days')).toHaveCount(0);
  await expect(page.getByText('Two-factor authentication', { exact: true })).toHaveCount(0);
});

test('a dashboard that cannot be read again keeps its figures, and the error keeps its distance', async ({
  owner,
  castellan,
}) => {
  const { page, session } = await owner();
  await page.goto('/dashboard');
  const counts = page.locator('[data-count]');
  await expect(counts).toHaveCount(5);
  const before = await counts.allTextContents();
  const activity = page.locator('section', { has: page.getByRole('heading', { name: 'Recent activity' }) });
  await expect(activity.getByRole('listitem').first()).toBeVisible();
  await page.route('**/trpc/**', (route) => route.abort());
  const created = await send(castellan.address, 'POST', '/api/v1/users/me/api-keys', {
    token: session.access_token,
    body: { name: 'Unseen', scopes: ['self'], expires_in_days: 30, password: journeyPassword },
  });
  expect(created.status, created.text).toBe(201);
  const alert = activity.getByRole('alert');
  await expect(alert).toBeVisible();
  expect(await counts.allTextContents()).toEqual(before);
  const [above, below] = [await alert.boundingBox(), await activity.getByRole('list').boundingBox()];
  expect((below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0))).toBeGreaterThanOrEqual(8);
});

test('the first dashboard takes few requests and bytes beyond the sign-in page', async ({ owner, newPage }) => {
  const { email } = await owner();
  const page = await newPage();
  await clearCache(page.context());
  const { requests, bytes } = await openFirstDashboard(page, { email, password: journeyPassword });
  expect(requests).toBeLessThanOrEqual(12);
  expect(bytes).toBeLessThanOrEqual(150_000);
});
