import type { Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { expect, journeyPassword } from '../support/journey.ts';
import { startMailServer } from '../support/mail-server.ts';
import { test } from '../support/new-installation.ts';

const account = { user: 'castellan', password: 'the mail password' };

const signUp = async (page: Page, email: string): Promise<void> => {
  await page.goto('/signup');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Full name').fill('Ann Own');
  await page.getByLabel('Organization name').fill('Acme');
  await page.getByLabel('Password', { exact: true }).fill(journeyPassword);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
};

test('an owner sets a mail server, corrects its password after an error, and the held email arrives', async ({
  installation,
  afterwards,
}) => {
  const mails = await startMailServer(0, { account });
  afterwards(() => mails.close());
  const page = await installation.newPage();
  await signUp(page, 'ann@example.org');
  await page.getByRole('link', { name: 'Invite people' }).click();
  const invite = page.getByRole('dialog', { name: /^(Invite people|Invitation for bob@example\.org is ready)$/ });
  await invite.getByRole('textbox', { name: 'Email' }).fill('bob@example.org');
  await invite.getByRole('button', { name: 'Create invitation' }).click();
  await expect(invite.getByText('Email isn’t sent from here')).toBeVisible();
  await page.goto('/dashboard/mail');
  await page.getByRole('link', { name: 'Set up mail server' }).click();

  const form = page.getByRole('form', { name: 'Mail server' });
  await expect(page.getByRole('button', { name: 'Send test email' })).toHaveAttribute('aria-disabled', 'true');
  await form.getByRole('button', { name: 'Save mail server' }).click();
  await expect(form.getByText('Required').first()).toBeVisible();
  await form.getByLabel('Host').fill('127.0.0.1');
  await form.getByLabel('Encryption').selectOption('Implicit TLS');
  await expect(form.getByLabel('Port')).toHaveValue('465');
  await form.getByLabel('Encryption').selectOption('None');
  await form.getByLabel('Port').fill(String(mails.port));
  await form.getByLabel('Username', { exact: true }).fill(account.user);
  await expect(form.getByText('The password would be sent unencrypted')).toBeVisible();
  await form.getByLabel('Mail server password').fill('wrong');
  await form.getByLabel('Sender address').fill('castellan@acme.example');
  await form.getByLabel('Send the 2 held emails now').uncheck();
  await form.getByLabel('Your password').fill('not mine');
  await form.getByRole('button', { name: 'Save mail server' }).click();
  await expect(form.getByText('The current password is wrong')).toBeVisible();
  await form.getByLabel('Your password').fill(journeyPassword);
  await form.getByRole('button', { name: 'Save mail server' }).click();
  await expect(page.getByText('Mail server saved.').first()).toBeVisible();

  await page.getByRole('button', { name: 'Send test email' }).click();
  const alert = page.getByRole('alert', { name: 'Wrong username or password' });
  await expect(alert).toContainText('535');
  expect(mails.mails).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);

  await form.getByLabel('Mail server password').fill(account.password);
  await form.getByLabel('Your password').fill(journeyPassword);
  await form.getByRole('button', { name: 'Save mail server' }).click();
  await expect(form.getByLabel('Mail server password')).toHaveValue('');
  await page.getByRole('button', { name: 'Send test email' }).click();
  await expect(page.getByText('Check the inbox of ann@example.org.')).toBeVisible();
  expect(mails.mails.map(({ to }) => to)).toEqual([['ann@example.org']]);

  // No stranger can sign up here, so nothing holds her invitations.
  await expect(page.getByText('Until then, you get no security notices')).toBeVisible();
  await page.getByRole('button', { name: 'Resend email' }).click();
  await expect.poll(() => mails.mails.length).toBe(2);
  const link = /http\S+\/verify#token=\S+/.exec(mails.mails[1]?.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await expect(page.getByText('Email address verified.')).toBeVisible();
  await page.goto('/dashboard/mail');

  await page.getByRole('tab', { name: 'Outbox' }).click();
  const kept = page.getByRole('row', { name: /bob@example\.org/ });
  await expect(kept).toContainText('Failed');
  await kept.getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click();
  await expect
    .poll(() => mails.mails.flatMap(({ to }) => to))
    .toEqual(['ann@example.org', 'ann@example.org', 'bob@example.org']);
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Mail server' }).click();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disconnect this mail server?' });
  await dialog.getByLabel('Your password').fill(journeyPassword);
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(form.getByLabel('Host')).toHaveValue('');
});
