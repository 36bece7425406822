import { allow, expect, givePassword, signedInAs, test } from '../support/single-sign-on.ts';

test.use({ behind: { proxy: 'nginx', mount: 'path' } });

test('people sign in to a page with a Castellan below a path of another server, and sign out', async ({
  seed: { own, foreign },
  place,
  site,
  browserOf,
}) => {
  const wiki = await site(own.id, 'Wiki');
  const page = await (await browserOf()).newPage();
  await page.goto(wiki.url);
  expect(page.url()).toMatch(new RegExp(`^${place.url}/oauth2/interaction/`));
  await givePassword(page, foreign.member.email);
  await page.getByRole('link', { name: 'Use another account' }).click();
  await givePassword(page, own.member.email);
  await allow(page);
  await expect(page).toHaveURL(wiki.url);
  expect(await signedInAs(page)).toBe(own.member.email);
  await page.goto(wiki.signOutUrl);
  await page.getByRole('button', { name: 'Sign out of Castellan' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to continue to Wiki' })).toBeVisible();
});
