import { button, openSandbox } from '../support/hosting-journey.ts';
import { expect, test } from '../support/journey.ts';
import { overflows } from '../support/page-load.ts';

const large = '12 CPU / 32 GB / 500 GB SSD';
const sizes = [390, 1_280].map((width) => ({ width, height: width < 600 ? 844 : 800 }));

test('an owner reviews upgrades of two servers once, removes one, adds it again and orders both', async ({ owner }) => {
  const { page } = await owner();
  await openSandbox(page);
  await page.getByRole('link', { name: 'Upgrade several servers' }).click();
  await expect(page.getByText('Nothing to review')).toBeVisible();

  const add = async (servers: string[]) => {
    for (const name of servers) await page.getByRole('checkbox', { name }).check();
    const plans = page.getByLabel('New plan');
    const option = plans.getByRole('option', { name: large });
    await plans.selectOption((await option.textContent()) ?? '');
    await button(page, 'Add to review').click();
  };
  await add(['mail-1', 'mail-2']);
  const table = page.getByRole('table', { name: 'Review' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.getByRole('row', { name: /mail-1/ })).toContainText('+$143.00');
  expect(await overflows(page, sizes)).toEqual([]);
  await button(page, 'Remove mail-2').click();
  await expect(button(page, 'Place 1 order')).toBeVisible();
  await add(['mail-2']);

  await button(page, 'Place 2 orders').click();
  await expect(page.getByRole('heading', { name: 'All orders are placed' })).toBeVisible({ timeout: 60_000 });
  const placed = page.getByRole('table', { name: 'All orders are placed' });
  await expect(placed.getByRole('row', { name: /mail-1/ })).toContainText('Waiting for payment');
  await expect(page.getByText('Nothing to review')).toBeVisible();
  await placed.getByRole('link', { name: 'mail-2' }).click();
  await expect(page.getByRole('heading', { name: 'Pay the invoice' })).toBeVisible();
});
