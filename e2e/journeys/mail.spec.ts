import { expect, inviteOnScreen, test } from '../support/journey.ts';

test('the outbox shows sent email, and previews it without its link', async ({ owner, freshEmail, castellan }) => {
  const { page } = await owner();
  const email = freshEmail('Mia Mailed');
  await inviteOnScreen(page, email, 'Member');
  const link = await castellan.mailbox.link(email, /invited you/i);
  await page.goto('/dashboard/mail');
  const row = page.getByRole('row', { name: new RegExp(email) });
  await expect(row).toContainText('Sent');
  await row.getByRole('link').or(row.getByRole('button')).first().click();
  const frame = page.getByRole('dialog').locator('iframe').contentFrame();
  await expect(frame.getByText('Accept invitation')).toBeVisible();
  await expect(frame.getByText(new URL(link).hash.slice('#token='.length))).toHaveCount(0);
});
