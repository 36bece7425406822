import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, journeyPassword, test } from '../support/journey.ts';

/** Runs a line as a terminal would. */
const run = async (line: string): Promise<unknown> => {
  const { stdout } = await promisify(execFile)('sh', ['-c', line]);
  return JSON.parse(stdout);
};

test('the commands shown in the settings work in a terminal', async ({ owner }) => {
  const { page, email, name } = await owner("Olive O'Hara");
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'This server' }).click();
  await expect(page.getByRole('heading', { name: 'API' })).toBeVisible();
  const line = (label: string) => page.getByRole('group', { name: label }).locator('pre').innerText();
  expect(await run(await line('Health check'))).toEqual({ status: 'ok' });
  const login = await run((await line('Sign in')).replace('YOUR-PASSWORD', journeyPassword));
  const { access_token } = login as { access_token: string };
  const me = await run((await line('Get your profile')).replace('ACCESS-TOKEN', access_token));
  expect(me).toMatchObject({ email, name });
});

test('the settings show the policy and version, and the host only to the admin team', async ({ owner, join }) => {
  const host = await owner('Hugo Host');
  await host.page.goto('/dashboard/settings?tab=server');
  await expect(host.page.getByText('Rate limits: off')).toBeVisible();
  await expect(host.page.getByText('Access token lifetime')).toBeVisible();
  await expect(host.page.getByText('Version', { exact: true })).toBeVisible();
  await expect(host.page.getByText('Data folder')).toHaveCount(0);
  const document = await host.page.request.get(
    (await host.page.getByRole('link', { name: 'OpenAPI document' }).getAttribute('href')) ?? '',
  );
  expect(await document.json()).toMatchObject({ openapi: '3.1.0' });

  const member = await join(host, 'Member');
  await member.page.goto('/dashboard');
  await expect(member.page.getByRole('link', { name: 'Team' })).toBeVisible();
  await expect(member.page.getByRole('link', { name: 'Settings' })).toHaveCount(0);
  await member.page.goto('/dashboard/settings');
  await expect(member.page.getByText('Your role doesn’t allow this')).toBeVisible();
});

test('an owner changes the policies, admins read them, and invitations follow them', async ({ owner, join }) => {
  const host = await owner('Hedda Host');
  const admin = await join(host, 'Admin');
  await host.page.goto('/dashboard/settings?tab=organization');
  const invitations = host.page.getByRole('form', { name: 'Invitations', exact: true });
  await invitations.getByLabel('Default role').selectOption('Admin');
  await invitations.getByLabel('Allowed email domains').fill('example');
  await invitations.getByRole('button', { name: 'Save changes' }).click();
  await expect(host.page.getByText('Enter a domain such as example.com')).toBeVisible();
  await invitations.getByLabel('Allowed email domains').press('Backspace');
  await invitations.getByLabel('Allowed email domains').fill('example.com');
  await invitations.getByRole('button', { name: 'Save changes' }).click();
  await expect(host.page.getByText('Policies saved.')).toBeVisible();

  await host.page.goto('/dashboard/team?dialog=invite');
  const dialog = host.page.getByRole('dialog');
  await expect(dialog.getByLabel('Role')).toHaveValue('admin');
  await dialog.getByLabel('Email', { exact: true }).fill('ann@elsewhere.org');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByText('Your organization doesn’t allow email addresses at this domain')).toBeVisible();

  await admin.page.goto('/dashboard/settings?tab=organization');
  await expect(admin.page.getByText('Only an owner can change these settings')).toBeVisible();
  await expect(admin.page.getByLabel('Default role')).toBeDisabled();
  await expect(admin.page.getByText('example.com', { exact: true })).toBeVisible();
});

test('an owner limits how long the audit log is kept, and lifts the limit again', async ({ owner }) => {
  const { page } = await owner('Rita Rows');
  await page.goto('/dashboard/settings?tab=organization');
  const retention = page.getByRole('form', { name: 'Retention' });
  const field = retention.getByLabel('Keep audit log entries for');
  await expect(field).toHaveAttribute('placeholder', 'Keep all');
  await field.fill('30');
  await retention.getByRole('button', { name: 'Save changes' }).click();
  await expect(retention.getByText('Must be from 90 to 3650')).toBeVisible();
  await field.fill('365');
  await retention.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Policies saved.')).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue('365 days');
  await field.fill('');
  await retention.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Policies saved.')).toBeVisible();

  await page.goto('/dashboard/audit');
  const rows = page.getByRole('row', { name: 'Changed the policies' });
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('audit log retention in days: 365 → none');
  await expect(rows.nth(1)).toContainText('audit log retention in days: none → 365');
});

test('an owner changes the name and logo, and everyone in the team sees them', async ({ owner, join }) => {
  const host = await owner('Nora Name');
  const member = await join(host, 'Member');
  await host.page.goto('/dashboard/settings?tab=organization');
  const identity = host.page.getByRole('form', { name: 'General' });
  await identity.getByLabel('Name').fill('Ember & Oak');
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    identity.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await choose('logo.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await expect(identity.getByText('Choose a PNG, JPEG or WebP image')).toBeVisible();
  // Larger than what the service accepts, so the console scales it down.
  await choose('logo.png', 'image/png', await readFile(resolve(import.meta.dirname, '../../resources/icon.png')));
  await expect(identity.getByRole('img', { name: 'Logo' })).toBeVisible();
  await expect(identity.getByText('Choose a PNG, JPEG or WebP image')).toHaveCount(0);
  await identity.getByRole('button', { name: 'Save changes' }).click();
  await expect(host.page.getByText('Changes saved.')).toBeVisible();

  await member.page.goto('/dashboard');
  const header = member.page.getByRole('banner');
  await expect(header.getByText('Ember & Oak')).toBeVisible();
  const logo = header.locator('img');
  await expect(logo).toHaveAttribute('src', /^data:image\/(webp|png);base64,/);
  expect(await logo.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(256);

  await host.page.reload();
  await identity.getByRole('button', { name: 'Remove logo' }).click();
  await identity.getByRole('button', { name: 'Save changes' }).click();
  await expect(host.page.getByText('Changes saved.')).toBeVisible();
  await expect(host.page.getByRole('banner').locator('img')).toHaveCount(0);
});

test('other teams cannot see the mail server that is set at startup', async ({ owner }) => {
  const { page } = await owner('Greta Guest');
  await page.goto('/dashboard/mail?tab=server');
  await expect(page.getByText('Email is sent. The mail server is configured when Castellan starts.')).toBeVisible();
  await expect(page.getByLabel('Host')).toHaveCount(0);
});
