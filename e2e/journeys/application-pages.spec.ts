import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { callbackAt } from '../support/relying-party.ts';
import { allow, expect, givePassword, signedInAs, test } from '../support/single-sign-on.ts';
import { testPassword } from '../support/test-service.ts';

/** What an application sends a browser to. */
const asks = (clientId: string, redirectUri: string, more: Record<string, string> = {}): string =>
  `/oauth2/authorize?${new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email',
    state: 'x',
    code_challenge: randomBytes(32).toString('base64url'),
    code_challenge_method: 'S256',
    ...more,
  })}`;

/** A page of another site, which is no application. */
const openEvil = async (page: Page, html: string): Promise<void> => {
  await page.route('https://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto('https://evil.example/');
};

test('nobody else can show the consent in a frame, or send it', async ({ seed: { own }, site, browserOf, place }) => {
  const wiki = await site(own.id, 'Wiki');
  const browser = await browserOf();
  const page = await browser.newPage();
  await page.goto(wiki.url);
  await givePassword(page, own.member.email);
  await expect(page.getByRole('heading', { name: 'Sign in to Wiki?' })).toBeVisible();
  const consent = page.url();

  const evil = await browser.newPage();
  await openEvil(evil, `<iframe src="${consent}"></iframe>`);
  await expect.poll(() => evil.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/');
  // A page on another port of the same host is another site, too, although it has the cookies.
  await openEvil(evil, `<form method="post" action="${consent}/go-on"><button>Win</button></form>`);
  const answered = evil.waitForResponse(`${consent}/go-on`);
  await evil.getByRole('button', { name: 'Win' }).click();
  expect((await answered).status()).toBe(403);
  await openEvil(evil, '');
  const sent = await evil.evaluate(
    (url) => fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include' }).then(({ type }) => type, String),
    `${consent}/go-on`,
  );
  expect(sent).not.toBe('basic');
  const forged = await browser.request.post(`${consent}/go-on`, { headers: { origin: 'https://evil.example' } });
  expect([forged.status(), (await forged.json()).code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
  // Without any, as old browsers and other programs send it.
  const nameless = await browser.request.post(`${consent}/go-on`);
  expect([nameless.status(), (await nameless.json()).code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);

  // The question is still open, and only its own page answers it.
  const answer = page.waitForRequest(`${consent}/go-on`);
  await allow(page);
  expect((await (await answer).allHeaders()).origin).toBe(place.url);
  await expect(page).toHaveURL(wiki.url);
  expect(await signedInAs(page)).toBe(own.member.email);
});

test('two sign-ins at once don’t take each other’s answers', async ({ seed: { own }, site, browserOf }) => {
  const wiki = await site(own.id, 'Wiki');
  const notes = await site(own.id, 'Notes');
  const browser = await browserOf();
  const first = await browser.newPage();
  await first.goto(wiki.url);
  await givePassword(first, own.member.email);
  await expect(first.getByRole('heading', { name: 'Sign in to Wiki?' })).toBeVisible();
  const second = await browser.newPage();
  await second.goto(notes.url);
  await expect(second.getByRole('heading', { name: 'Sign in to Notes?' })).toBeVisible();
  await allow(first);
  await expect(first).toHaveURL(wiki.url);
  await second.getByRole('button', { name: 'Allow' }).click();
  await expect(second).toHaveURL(notes.url);
});

test('an account is changed on the way by keyboard alone, and the consent names the one that it is about', async ({
  seed: { own },
  site,
  browserOf,
}) => {
  const wiki = await site(own.id, 'Wiki');
  const page = await (await browserOf()).newPage();
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(wiki.url);
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await page.keyboard.type(own.admin.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(testPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByText(own.admin.email)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Use another account' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await page.keyboard.type(own.member.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(testPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByText(own.member.email)).toBeVisible();
  await expect(page.getByText(own.admin.email)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Sign in to Wiki?' })).toBeFocused();
  for (const control of ['Use another account', 'Cancel', 'Allow']) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveText(control);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(wiki.url);
  expect(await signedInAs(page)).toBe(own.member.email);
});

test('a consent that waits is about nobody else once someone else has signed in', async ({
  seed: { own },
  site,
  browserOf,
}) => {
  const wiki = await site(own.id, 'Wiki');
  const browser = await browserOf();
  const page = await browser.newPage();
  await page.goto(wiki.url);
  await givePassword(page, own.admin.email);
  await expect(page.getByRole('heading', { name: 'Sign in to Wiki?' })).toBeVisible();
  const other = await browser.newPage();
  await other.goto('/login');
  await givePassword(other, own.member.email);
  await expect(other.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await allow(page);
  // It is asked again, now of the person who would be signed in.
  await expect(page.getByText(own.member.email)).toBeVisible();
  await allow(page);
  await expect(page).toHaveURL(wiki.url);
  expect(await signedInAs(page)).toBe(own.member.email);
});

test('an application that asks for another sign-in gets one, once', async ({ seed: { own }, site, browserOf }) => {
  const wiki = await site(own.id, 'Wiki');
  const redirectUri = callbackAt(Number(new URL(wiki.url).port));
  const page = await (await browserOf()).newPage();
  await page.goto(wiki.url);
  await givePassword(page, own.member.email);
  await allow(page);
  await expect(page).toHaveURL(wiki.url);
  // No second counts as later than itself.
  await page.waitForTimeout(1_100);
  await page.goto(asks(wiki.clientId, redirectUri, { prompt: 'login' }));
  await expect(
    page.getByText(`Wiki asks you to sign in again. You’re signed in as ${own.member.email}.`),
  ).toBeVisible();
  await givePassword(page, own.member.email);
  await expect(page).toHaveURL(new RegExp(`^${redirectUri}\\?code=`));
});

test('a sign-in that is over says so, and nothing leads where nobody registered', async ({
  seed: { own },
  site,
  browserOf,
}) => {
  const wiki = await site(own.id, 'Wiki');
  const page = await (await browserOf()).newPage();
  await page.goto('/oauth2/interaction/unknown');
  await expect(page.getByRole('heading', { name: 'This sign-in is over' })).toBeFocused();
  await page.goto(asks(wiki.clientId, 'https://evil.example/callback'));
  await expect(page.getByRole('heading', { name: 'This application can’t go on' })).toBeFocused();
  await expect(page.getByText('https://evil.example/callback')).toBeVisible();
  expect(page.url()).toContain('/oauth2/problem?');
});
