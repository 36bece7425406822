import { systemClock } from '#main/platform/clock.ts';
import { createCloud, token } from '../support/hetzner/cloud.ts';
import { serveCloud } from '../support/hetzner/server.ts';
import { button } from '../support/hosting-journey.ts';
import { expect, test } from '../support/journey.ts';

test('an owner connects Hetzner Cloud, learns that it is experimental, and changes a plan without an order', async ({
  owner,
  afterwards,
}) => {
  const cloud = createCloud({ now: () => systemClock.now(), hang: () => new Promise(() => {}) });
  const provider = await serveCloud(cloud.handle);
  afterwards(() => provider.close());
  const { page } = await owner();

  await page.goto('/dashboard/hosting/settings');
  await page.getByRole('radio', { name: 'Provider account' }).check();
  await expect(page.getByText('Support for Hetzner Cloud is experimental')).toBeHidden();
  await page.getByLabel('Provider', { exact: true }).selectOption('Hetzner Cloud (experimental)');
  await expect(page.getByText('Support for Hetzner Cloud is experimental')).toBeVisible();
  await expect(page.getByLabel('API address')).toHaveValue('https://api.hetzner.cloud/v1');
  await page.getByLabel('API address').fill(provider.url);
  await page.getByRole('switch', { name: 'Allow private addresses' }).check();
  await page.getByLabel('API key').fill(token);
  await button(page, 'Test connection').click();
  await expect(page.getByText('The account has 2 servers.')).toBeVisible();
  await button(page, 'Save settings').click();
  await expect(page.getByText('Settings saved.')).toBeVisible();

  await page.goto('/dashboard/hosting');
  const server = page.getByRole('row', { name: 'web-1' });
  await expect(server).toContainText('€4.51');
  await expect(server).toContainText('cx22');
  await expect(page.getByRole('link', { name: 'Upgrade several servers' })).toBeHidden();
  await button(page, 'Actions for web-1').click();
  await expect(page.getByRole('menuitem')).toHaveText(['Restart', 'Turn off', 'Edit tags', 'Edit server']);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Upgrade web-1' }).click();
  await expect(page.getByText('Support for Hetzner Cloud is experimental')).toBeVisible();
  await page.getByRole('button', { name: 'Show 1 plan with a smaller disk' }).click();
  await expect(button(page, 'Choose cx11')).toHaveAccessibleDescription(
    /only 20 GB\. Castellan doesn’t order smaller disks/,
  );
  await button(page, 'Choose cx32').click();
  await expect(page.getByText('The disk keeps its size.')).toBeVisible();
  await expect(page.getByText('Due now')).toBeHidden();
  await expect(page.getByText('If no one decides in time')).toBeHidden();
  await button(page, 'Change to cx32 now').click();
  await expect(page.getByRole('heading', { name: 'Shutting the server down' })).toBeVisible();
  // A step is stored, and shown, before it is sent.
  await expect.poll(() => cloud.asked('shutdown')).toBe(1);

  await page.goto('/dashboard/hosting/upgrades');
  await expect(page.getByText('With this provider, change one server at a time on its page.')).toBeVisible();
});
