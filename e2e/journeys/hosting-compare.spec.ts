import { button, openSandbox } from '../support/hosting-journey.ts';
import { expect, test } from '../support/journey.ts';
import { overflows } from '../support/page-load.ts';

const small = '2 CPU / 4 GB / 75 GB SSD';
const sizes = [390, 900, 1_280].map((width) => ({ width, height: width < 600 ? 844 : 800 }));

test('plans are compared per core and GB, sorted, with the difference to the current one, and chosen there', async ({
  owner,
}) => {
  const { page } = await owner();
  await openSandbox(page);
  await page.getByRole('link', { name: 'Upgrade mail-1' }).click();
  await page.getByText('Compare', { exact: true }).click();
  const table = page.getByRole('table', { name: 'Plan comparison' });
  const current = table.getByRole('row', { name: /Current/ });
  await expect(current).toContainText('$9.99');
  await expect(current).toContainText('$0.200');
  const row = table.getByRole('row', { name: small });
  await expect(row).toContainText('+$9.00');
  await expect(row).toContainText('$0.253');
  await expect(row).toContainText('$4.75');

  const first = table.getByRole('row').nth(1);
  await expect(first).toContainText('Current');
  await table.getByRole('button', { name: 'Per month' }).click();
  await expect(first).not.toContainText('Current');
  await table.getByRole('button', { name: 'Per GB of disk' }).click();
  await expect(table.getByRole('columnheader', { name: 'Per GB of disk' })).toHaveAttribute('aria-sort', 'ascending');
  expect(await overflows(page, sizes)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(table).toBeHidden();
  await page.getByLabel('Sort by').selectOption('Per core');
  await expect(page.getByRole('article', { name: small })).toContainText('$0.253 per GB of disk');
  await button(page, `Choose ${small}`).click();
  await expect(page.getByRole('heading', { name: `Review: ${small}` })).toBeVisible();
});
