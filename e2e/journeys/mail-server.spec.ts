import type { Page } from '@playwright/test';
import { axeFindings } from '../fixtures/axe.ts';
import { expect, inviteOnScreen, journeyPassword } from '../fixtures/journey.ts';
import { startMailServer } from '../fixtures/mail-server.ts';
import { test } from '../fixtures/new-installation.ts';

const account = { user: 'castellan', password: 'the mail password' };

const signUp = async (page: Page, email: string): Promise<void> => {
  await page.goto('/signup');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Full name').fill('Ann Own');
  await page.getByLabel('Company').fill('Acme');
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
  await expect(page.getByText('No mail server is set: the mail to ann@example.org waits here, with')).toBeVisible();
  await inviteOnScreen(page, 'bob@example.org', 'Member');
  await page.goto('/dashboard/mail');
  await page.getByRole('link', { name: 'Set a mail server' }).click();

  const form = page.getByRole('form', { name: 'Mail server' });
  await expect(page.getByRole('button', { name: 'Send a test mail' })).toHaveAttribute('aria-disabled', 'true');
  await form.getByRole('button', { name: 'Save mail server' }).click();
  await expect(form.getByText('Required').first()).toBeVisible();
  await form.getByLabel('Host').fill('127.0.0.1');
  await form.getByLabel('Encryption').selectOption('TLS from the first byte');
  await expect(form.getByLabel('Port')).toHaveValue('465');
  await form.getByLabel('Encryption').selectOption('None');
  await form.getByLabel('Port').fill(String(mails.port));
  await form.getByLabel('User', { exact: true }).fill(account.user);
  await expect(form.getByText('The password would travel in plain text')).toBeVisible();
  await form.getByLabel('Password of the mail server').fill('wrong');
  await form.getByLabel('Address of the sender').fill('castellan@acme.example');
  await form.getByLabel('Send the 2 kept mails now').uncheck();
  await form.getByLabel('Your password').fill('not mine');
  await form.getByRole('button', { name: 'Save mail server' }).click();
  await expect(form.getByText('The current password is wrong')).toBeVisible();
  await form.getByLabel('Your password').fill(journeyPassword);
  await form.getByRole('button', { name: 'Save mail server' }).click();
  await expect(page.getByText('The mail server is saved.').first()).toBeVisible();

  await page.getByRole('button', { name: 'Send a test mail' }).click();
  const told = page.getByRole('alert', { name: 'User or password is wrong' });
  await expect(told).toContainText('535');
  expect(mails.mails).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);

  await form.getByLabel('Password of the mail server').fill(account.password);
  await form.getByLabel('Your password').fill(journeyPassword);
  await form.getByRole('button', { name: 'Save mail server' }).click();
  await expect(form.getByLabel('Password of the mail server')).toHaveValue('');
  await page.getByRole('button', { name: 'Send a test mail' }).click();
  await expect(page.getByText('Look into the mailbox of ann@example.org.')).toBeVisible();
  expect(mails.mails.map(({ to }) => to)).toEqual([['ann@example.org']]);

  await page.getByRole('tab', { name: 'Outbox' }).click();
  const kept = page.getByRole('row', { name: /bob@example\.org/ });
  await expect(kept).toContainText('Given up');
  await kept.getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => mails.mails.flatMap(({ to }) => to)).toEqual(['ann@example.org', 'bob@example.org']);
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Mail server' }).click();
  await page.getByRole('button', { name: 'Stop using it' }).click();
  const dialog = page.getByRole('dialog', { name: 'Stop using this mail server?' });
  await dialog.getByLabel('Your password').fill(journeyPassword);
  await dialog.getByRole('button', { name: 'Stop using it' }).click();
  await expect(form.getByLabel('Host')).toHaveValue('');
});
