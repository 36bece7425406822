import { addApplication } from '../support/applications.ts';
import { allow, expect, givePassword, signedInAs, test } from '../support/single-sign-on.ts';

test('signing out of a page asks whether to sign out of Castellan, too', async ({ seed: { own }, site, browserOf }) => {
  const wiki = await site(own.id, 'Wiki');
  const page = await (await browserOf()).newPage();
  await page.goto(wiki.url);
  await givePassword(page, own.member.email);
  await allow(page);
  await expect(page).toHaveURL(wiki.url);

  await page.goto(wiki.signOutUrl);
  await expect(page.getByRole('heading', { name: 'Sign out of Castellan?' })).toBeFocused();
  await expect(page.getByText('Wiki asks whether you want to sign out of Castellan, too.')).toBeVisible();
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  // Back at the page, which signs in again without asking anything.
  await expect(page).toHaveURL(wiki.url);
  expect(await signedInAs(page)).toBe(own.member.email);

  await page.goto(wiki.signOutUrl);
  await page.getByRole('button', { name: 'Sign out of Castellan' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to continue to Wiki' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});

test('a device is connected by whoever has its code and compares it', async ({ seed: { own }, place, browserOf }, {
  workerIndex,
}) => {
  const clientId = `app_tv_${workerIndex}`;
  await addApplication(place.context.db.write, clientId, own.id, {
    name: 'Television',
    name_key: 'television',
    kind: 'native',
  });
  const ask = async (path: string, body: Record<string, string>) => {
    const answer = await fetch(`${place.address}/oauth2/${path}`, { method: 'POST', body: new URLSearchParams(body) });
    return (await answer.json()) as Record<string, string>;
  };
  const begin = () => ask('device_authorization', { client_id: clientId, scope: 'openid email' });
  const poll = (device: Record<string, string>) =>
    ask('token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: device.device_code ?? '',
      client_id: clientId,
    });

  const device = await begin();
  const page = await (await browserOf()).newPage();
  await page.goto(device.verification_uri_complete ?? '');
  await expect(page.getByRole('heading', { name: 'Sign in to connect a device' })).toBeVisible();
  await givePassword(page, own.member.email);
  // It came with the link, and nothing is sent before someone has read it.
  await expect(page.getByLabel('Code of the device')).toHaveValue(device.user_code ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Connect a device to Television?' })).toBeFocused();
  await expect(page.getByText(`Check that a device in front of you shows ${device.user_code}.`)).toBeVisible();
  await expect(page.getByText(own.member.email)).toBeVisible();
  expect(await poll(device)).toMatchObject({ error: 'authorization_pending' });
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('heading', { name: 'Device connected' })).toBeFocused();
  expect(await poll(device)).toMatchObject({ token_type: 'Bearer' });

  const other = await begin();
  await page.goto('/device');
  await page.getByLabel('Code of the device').fill('BCDF-GHJK');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('No device is waiting for this code.')).toBeVisible();
  await page.getByLabel('Code of the device').fill(other.user_code ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Device not connected' })).toBeFocused();
  expect(await poll(other)).toMatchObject({ error: 'access_denied' });
});
