import type { Page } from '@playwright/test';
import { contract } from '#shared/contract/index.ts';
import { allow, expect, givePassword, type Site, signedInAs, test } from '../support/single-sign-on.ts';
import { callHttp } from '../support/transports.ts';

/** Opens the page again, which takes nothing from Castellan as long as Apache has a session. */
const isStillIn = async (page: Page, { url }: Site): Promise<boolean> => {
  await page.goto(url);
  return page.url() === url;
};

test('Apache ends its session as soon as someone signs out of Castellan, and only in that browser', async ({
  seed: { own },
  site,
  browserOf,
}) => {
  const wiki = await site(own.id, 'Wiki', 'told');
  const browser = await browserOf();
  const home = await browser.newPage();
  await home.goto('/login');
  await givePassword(home, own.member.email);
  await expect(home.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const page = await browser.newPage();
  await page.goto(wiki.url);
  await allow(page);
  await expect(page).toHaveURL(wiki.url);
  const elsewhere = await (await browserOf()).newPage();
  await elsewhere.goto(wiki.url);
  await givePassword(elsewhere, own.member.email);
  await expect(elsewhere).toHaveURL(wiki.url);
  expect(await isStillIn(page, wiki)).toBe(true);

  await home.getByRole('button', { name: /^Account menu/ }).click();
  await home.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(home).toHaveURL(/\/login/);
  await expect.poll(() => isStillIn(page, wiki)).toBe(false);
  await expect(page.getByRole('heading', { name: 'Sign in to continue to Wiki' })).toBeVisible();
  expect(await isStillIn(elsewhere, wiki)).toBe(true);
  expect(await signedInAs(elsewhere)).toBe(own.member.email);
});

test('Apache ends the session of someone who was removed, but only if Castellan tells it', async ({
  seed: { own },
  place,
  site,
  browserOf,
}) => {
  const [told, untold] = [await site(own.id, 'Wiki', 'told'), await site(own.id, 'Wiki of others', 'untold')];
  // In browsers of their own: cookies of both hosts would be the same.
  const [page, other] = [await (await browserOf()).newPage(), await (await browserOf()).newPage()];
  for (const [at, opened] of [
    [page, told],
    [other, untold],
  ] as const) {
    await at.goto(opened.url);
    await givePassword(at, own.member.email);
    await at.getByRole('button', { name: 'Allow' }).click();
    await expect(at).toHaveURL(opened.url);
  }
  const input = { tenant_id: own.id, user_id: own.member.id };
  const { status } = await callHttp(place.address, contract.team.removeMember, input, { token: own.owner.token });
  expect(status).toBe(contract.team.removeMember.http.status);
  await expect.poll(() => isStillIn(page, told)).toBe(false);
  // Nobody has told this one, so its session goes on until Apache asks for another token.
  expect(await isStillIn(other, untold)).toBe(true);
  expect(await signedInAs(other)).toBe(own.member.email);
});
