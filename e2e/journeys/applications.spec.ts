import { contract } from '#shared/contract/index.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';
import { codeNow, seededSecret } from '../support/second-factor.ts';
import { allow, expect, givePassword, leaveSite, signedInAs, test } from '../support/single-sign-on.ts';
import { testPassword } from '../support/test-service.ts';
import { callHttp } from '../support/transports.ts';

test('a page behind Apache is shown after a sign-in with two-factor authentication and a consent, which is asked for once', async ({
  seed: { own },
  site,
  browserOf,
}) => {
  const wiki = await site(own.id, 'Wiki');
  const browser = await browserOf();
  const page = await browser.newPage();
  await page.goto(wiki.url);
  await expect(page.getByRole('heading', { name: 'Sign in to continue to Wiki' })).toBeVisible();
  await givePassword(page, own.secured.email);
  await page.getByRole('button', { name: 'Enter a code instead' }).click();
  await page.getByLabel('Code').fill(codeNow(seededSecret));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Wiki?' })).toBeFocused();
  await expect(page).toHaveTitle('Sign in to Wiki? · Castellan');
  await expect(page.getByText(own.secured.email)).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveText([
    'Recognize you when you come back',
    'See your name, language and time zone',
    'See your email address',
    'See your role, groups and workspaces',
  ]);
  await allow(page);
  await expect(page).toHaveURL(wiki.url);
  expect(await signedInAs(page)).toBe(own.secured.email);
  await expect(page.locator('body')).toContainText('OIDC_CLAIM_groups=role:member');
  await expect(page.locator('body')).toContainText('OIDC_CLAIM_amr=pwd,otp,mfa');

  // A tab without a session of the console, in which the cookie alone says who it is.
  await leaveSite(browser);
  const again = await browser.newPage();
  await again.goto(wiki.url);
  await expect(again).toHaveURL(wiki.url);
  expect(await signedInAs(again)).toBe(own.secured.email);
  // Nothing of the way is left in the history.
  await again.goBack();
  await expect(again).toHaveURL('about:blank');
});

test('someone who was removed is out of the page with the next token', async ({
  seed: { own },
  place,
  site,
  browserOf,
}) => {
  const wiki = await site(own.id, 'Wiki');
  const page = await (await browserOf()).newPage();
  await page.goto(wiki.url);
  await givePassword(page, own.member.email);
  await allow(page);
  await expect(page).toHaveURL(wiki.url);
  await page.reload();
  expect(await signedInAs(page)).toBe(own.member.email);

  const input = { tenant_id: own.id, user_id: own.member.id };
  const { status } = await callHttp(place.address, contract.team.removeMember, input, { token: own.owner.token });
  expect(status).toBe(contract.team.removeMember.http.status);
  await page.reload();
  // Apache's own page, which ends its session.
  await expect(page.locator('body')).toHaveText('Logged Out');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in to continue to Wiki' })).toBeVisible();
  await givePassword(page, own.member.email);
  await expect(page.getByText('Wrong email or password')).toBeVisible();
});

test('people of another organization are refused, and can use another account', async ({
  seed: { own, foreign },
  site,
  browserOf,
}) => {
  const wiki = await site(own.id, 'Wiki');
  const page = await (await browserOf()).newPage();
  await page.goto(wiki.url);
  await givePassword(page, foreign.member.email);
  await expect(page.getByRole('heading', { name: 'You can’t use Wiki' })).toBeFocused();
  await expect(page.getByText(foreign.member.email)).toBeVisible();
  await page.getByRole('link', { name: 'Use another account' }).click();
  await givePassword(page, own.member.email);
  await expect(page.getByText(own.member.email)).toBeVisible();
  await allow(page);
  await expect(page).toHaveURL(wiki.url);
  expect(await signedInAs(page)).toBe(own.member.email);
});

test('someone who is signed in to an application of their own organization is refused by that of another', async ({
  seed: { own, foreign },
  site,
  browserOf,
}) => {
  const [theirs, wiki] = [await site(foreign.id, 'Wiki'), await site(own.id, 'Notes')];
  const page = await (await browserOf()).newPage();
  await page.goto(theirs.url);
  await givePassword(page, foreign.member.email);
  await allow(page);
  await expect(page).toHaveURL(theirs.url);
  await page.goto(wiki.url);
  await expect(page.getByRole('heading', { name: 'You can’t use Notes' })).toBeFocused();
  await expect(page.getByText(foreign.member.email)).toBeVisible();
});

test('whoever is refused, or doesn’t want to, goes back to the application without having told it anything', async ({
  seed: { own, foreign },
  site,
  browserOf,
}) => {
  const wiki = await site(own.id, 'Wiki');
  for (const [person, button] of [
    [foreign.member, 'Back to Wiki'],
    [own.member, 'Cancel'],
  ] as const) {
    const page = await (await browserOf()).newPage();
    await page.goto(wiki.url);
    await givePassword(page, person.email);
    await page.getByRole('button', { name: button }).click();
    await expect(page).toHaveURL(/\/castellan\?error=access_denied/);
    await expect(page.locator('body')).not.toContainText(person.email);
  }
});

test('the next person in a browser is never taken for the one before, who has signed out', async ({
  seed: { own },
  site,
  browserOf,
}) => {
  const wiki = await site(own.id, 'Wiki');
  const browser = await browserOf();
  const page = await browser.newPage();
  await page.goto('/login');
  await givePassword(page, own.admin.email);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const other = await browser.newPage();
  // Signed in already, so nothing is asked but the consent.
  await other.goto(wiki.url);
  await expect(other.getByText(own.admin.email)).toBeVisible();
  await allow(other);
  await expect(other).toHaveURL(wiki.url);
  expect(await signedInAs(other)).toBe(own.admin.email);

  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await other.reload();
  await expect(other.locator('body')).toHaveText('Logged Out');
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Sign in to continue to Wiki' })).toBeVisible();
  await givePassword(other, own.member.email);
  await expect(other.getByText(own.member.email)).toBeVisible();
  await allow(other);
  await expect(other).toHaveURL(wiki.url);
  expect(await signedInAs(other)).toBe(own.member.email);
});

test('someone whose organization requires two-factor authentication sets it up on the way', async ({
  seed: { own },
  place,
  site,
  browserOf,
}) => {
  const wiki = await site(own.id, 'Wiki');
  const asOwner = async (operation: OperationSpec, input: object) => {
    const answer = await callHttp(place.address, operation, input as never, { token: own.owner.token });
    expect([answer.status, answer.text]).toEqual([operation.http.status, expect.any(String)]);
    return answer.body;
  };
  const { startSecondFactor, confirmSecondFactor } = contract.security;
  const { secret } = (await asOwner(startSecondFactor, { password: testPassword })) as { secret: string };
  await asOwner(confirmSecondFactor, { code: codeNow(secret) });
  const policies = { second_factor_required: true, second_factor_grace_days: 0 };
  await asOwner(contract.organization.updatePolicies, { tenant_id: own.id, ...policies });

  const page = await (await browserOf()).newPage();
  await page.goto(wiki.url);
  await givePassword(page, own.member.email);
  await expect(page.getByRole('heading', { name: 'Set up two-factor authentication' })).toBeVisible();
  await page.getByLabel('Your password').fill(testPassword);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('6-digit code').fill(codeNow(await page.getByLabel('Secret').inputValue()));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await allow(page);
  await expect(page).toHaveURL(wiki.url);
  expect(await signedInAs(page)).toBe(own.member.email);
});
