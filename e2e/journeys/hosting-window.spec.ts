import { button, choosePlan, openSandbox, order } from '../support/hosting-journey.ts';
import { expect, test } from '../support/journey.ts';

const small = '2 CPU / 4 GB / 75 GB SSD';

test('an owner plans when an upgrade starts, changes the times and cancels it', async ({ owner }) => {
  const { page } = await owner();
  await openSandbox(page);
  await page.goto('/dashboard/settings?tab=organization');
  const identity = page.getByRole('form', { name: 'Name, logo and time zone' });
  await identity.getByRole('combobox', { name: 'Time zone' }).fill('Asia/Tokyo');
  await page.getByRole('option', { name: /Asia\/Tokyo/ }).click();
  await identity.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Changes saved.')).toBeVisible();

  await choosePlan(page, small);
  await order(page);
  await button(page, 'Plan the start').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Times are in Asia/Tokyo.');
  await expect(dialog.getByLabel('From')).toHaveValue('02:00');
  await dialog.getByLabel('Until').fill('02:10');
  await dialog.getByRole('button', { name: 'Plan the start' }).click();
  await expect(dialog).toContainText('At least 30 minutes after the start');
  await dialog.getByLabel('Until').fill('03:30');
  await dialog.getByRole('button', { name: 'Plan the start' }).click();
  await expect(dialog).toBeHidden();
  const planned = page.getByRole('note', { name: 'The start is planned' });
  await expect(planned).toContainText('Between 02:00 and 03:30 (Asia/Tokyo), once the invoice is paid.');

  await page.reload();
  await button(page, 'Change times').click();
  await dialog.getByLabel('From').fill('01:00');
  await dialog.getByRole('button', { name: 'Plan the start' }).click();
  await expect(planned).toContainText('Between 01:00 and 03:30');
  await button(page, 'Cancel planned start').click();
  await expect(planned).toBeHidden();
  await expect(button(page, 'Plan the start')).toBeVisible();
});
