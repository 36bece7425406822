import { expect, test } from '../support/journey.ts';

test('a reload keeps the session, and no request is lost while tokens are refreshed', async ({ owner }) => {
  const { page } = await owner();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  let renewals = 0;
  page.on('request', (request) => {
    if (request.url().includes('/trpc/auth.refresh')) renewals += 1;
  });
  await page.goto('/dashboard/team');
  await expect(page.getByRole('row', { name: /Olivia Owner/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row', { name: /Olivia Owner/ })).toBeVisible();
  expect(renewals).toBe(2);
});

test('two tabs of one session refresh its tokens without ending it', async ({ owner }) => {
  const { page } = await owner();
  await page.goto('/dashboard/team');
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate(() => window.open('/dashboard/team')),
  ]);
  await expect(tab.getByRole('row', { name: /Olivia Owner/ })).toBeVisible();
  await tab.reload();
  await expect(tab.getByRole('row', { name: /Olivia Owner/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row', { name: /Olivia Owner/ })).toBeVisible();
});
