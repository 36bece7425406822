import type { Page } from '@playwright/test';
import { contract } from '#shared/contract/index.ts';
import { allow, expect, givePassword, test } from '../support/single-sign-on.ts';
import { callHttp } from '../support/transports.ts';

/** What the program knows about who is signed in. */
const personOn = async (page: Page): Promise<Record<string, unknown>> =>
  JSON.parse(await page.locator('body').innerText());

test('a program of Flask knows who signs in, and lets no one go on who revoked its access or has signed out', async ({
  seed: { own },
  place,
  flaskSite,
  browserOf,
}) => {
  const wiki = await flaskSite(own.id, 'Wiki');
  const browser = await browserOf();
  const home = await browser.newPage();
  await home.goto('/login');
  await givePassword(home, own.member.email);
  await expect(home.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const page = await browser.newPage();
  await page.goto(wiki.url);
  await allow(page);
  await expect(page).toHaveURL(wiki.url);
  const { id, email, token } = own.member;
  expect(await personOn(page)).toMatchObject({ sub: id, email, groups: expect.arrayContaining(['role:member']) });

  const input = { application_id: wiki.clientId };
  const { status } = await callHttp(place.address, contract.applications.revokeApplicationAccess, input, { token });
  expect(status).toBe(200);
  await page.reload();
  await allow(page);
  await expect(page).toHaveURL(wiki.url);
  expect(await personOn(page)).toMatchObject({ email });

  await home.getByRole('button', { name: /^Account menu/ }).click();
  await home.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(home).toHaveURL(/\/login/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in to continue to Wiki' })).toBeVisible();
});

test('a program of Flask lets no one in whom Castellan refused', async ({
  seed: { own, foreign },
  flaskSite,
  browserOf,
}) => {
  const wiki = await flaskSite(own.id, 'Wiki');
  const page = await (await browserOf()).newPage();
  await page.goto(wiki.url);
  await givePassword(page, foreign.member.email);
  await expect(page.getByRole('heading', { name: 'You can’t use Wiki' })).toBeVisible();
  const [answer] = await Promise.all([
    page.waitForResponse((each) => each.url().includes('error=access_denied')),
    page.getByRole('button', { name: 'Back to Wiki' }).click(),
  ]);
  expect(answer.status()).toBe(403);
  await expect(page.locator('body')).toHaveText('access_denied');
});
