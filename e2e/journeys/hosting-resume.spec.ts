import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { button, choosePlan, openSandbox, order } from '../fixtures/hosting-journey.ts';
import { expect, journeyPassword, signIn, test } from '../fixtures/journey.ts';
import { spawnServer } from '../fixtures/test-server.ts';

const open = async (browser: Browser, baseURL: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL, locale: 'en-GB' });
  return context.newPage();
};

test('an upgrade stands where it stood after the service was killed', async ({ browser }) => {
  test.setTimeout(120_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'castellan-resume-'));
  const email = 'resume@example.com';
  const first = await spawnServer({ dataDir, args: ['--rate-limits', 'off'] });
  const before = await open(browser, first.address);
  await before.goto('/signup');
  await before.getByLabel('E-mail').fill(email);
  await before.getByLabel('Full name').fill('Rita Resume');
  await before.getByLabel('Company').fill('Resume Ltd');
  await before.getByLabel('Password', { exact: true }).fill(journeyPassword);
  await before.getByRole('button', { name: 'Sign up' }).click();
  await expect(before).toHaveURL(/\/dashboard/);
  await openSandbox(before);
  await choosePlan(before, '2 CPU / 4 GB / 75 GB SSD');
  await order(before);
  await first.stop('SIGKILL');
  await before.context().close();

  const second = await spawnServer({ dataDir, args: ['--rate-limits', 'off'] });
  const after = await open(browser, second.address);
  await signIn(after, email);
  await after.goto('/dashboard/hosting');
  await after.getByRole('link', { name: 'Continue with mail-1' }).click();
  await expect(after.getByRole('heading', { name: 'Pay the invoice' })).toBeVisible();
  await button(after, 'Pay the invoice (sandbox)').click();
  await button(after, 'Start the upgrade').click();
  await expect(after.getByRole('heading', { name: 'The server is being upgraded' })).toBeVisible();
  await after.context().close();
  await second.close();
  await rm(dataDir, { recursive: true, force: true });
});
