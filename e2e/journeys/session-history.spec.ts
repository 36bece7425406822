import { contract } from '#shared/contract/index.ts';
import { lifetimesMs, minute } from '#shared/rules/limits.ts';
import { idleEmail, test } from '../support/frozen-time.ts';
import { expect, journeyPassword } from '../support/journey.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Calls an operation as another device would. */
const post = async (address: string, { http }: { http: { path: string } }, body: unknown) => {
  const answer = await fetch(`${address}/api/v1${http.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': firefox },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { refresh_token: string; access_token: string; code?: string; reason?: string };
};

test('a stolen refresh token shows in the sessions with device and time, and stays in the history', async ({
  frozen,
}) => {
  const { server, page } = frozen;
  await page.goto('/dashboard/sessions');
  await expect(page.getByText('No sessions ended.')).toBeVisible();
  await expect(page.getByText('may have been copied')).toHaveCount(0);
  const { refresh_token } = await post(server.address, contract.auth.login, {
    email: idleEmail,
    password: journeyPassword,
  });
  const next = await post(server.address, contract.auth.refresh, { refresh_token });
  await post(server.address, contract.auth.refresh, { refresh_token: next.refresh_token });
  server.clock.advance(lifetimesMs.refreshGrace + 1);
  const refused = await post(server.address, contract.auth.refresh, { refresh_token });
  expect(refused.reason).toBe('reuse_detected');

  await page.reload();
  const alert = page.getByRole('note').filter({ hasText: 'One of your sessions may have been copied' });
  await expect(alert).toContainText(
    'On 2026-01-15 07:00, a copy of your session on Firefox on Linux (127.0.0.1) was used, so the session was revoked.',
  );
  const history = page.getByRole('list', { name: 'Recently ended' });
  await expect(history.getByRole('listitem')).toHaveCount(1);
  await expect(history.getByRole('listitem')).toContainText('Copied session detected');
  await alert.getByRole('link', { name: 'change your password' }).click();
  await expect(page.getByRole('tab', { name: 'Password', selected: true })).toBeVisible();
});

test('active sessions show their start, the current one first, and the URL keeps the page of the history', async ({
  frozen,
}) => {
  const { server, page, advance } = frozen;
  await page.goto('/dashboard/sessions');
  for (let count = 0; count < 12; count += 1) {
    const { access_token } = await post(server.address, contract.auth.login, {
      email: idleEmail,
      password: journeyPassword,
    });
    await fetch(`${server.address}/api/v1${contract.auth.logout.http.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}` },
    });
  }
  await advance(20 * minute);
  await post(server.address, contract.auth.login, { email: idleEmail, password: journeyPassword });
  await page.reload();
  const open = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(open).toHaveCount(2);
  await expect(open.first()).toContainText('This session');
  await expect(open.first()).toContainText(/Started.*20 minutes ago/);
  await expect(open.last()).toContainText('Firefox on Linux');
  await expect(open.last()).toContainText(/Started.*just now/);

  const history = page.getByRole('list', { name: 'Recently ended' }).getByRole('listitem');
  await expect(history).toHaveCount(10);
  await expect(history.first()).toContainText('Signed out');
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/\/dashboard\/sessions\?page=2$/);
  await expect(history).toHaveCount(2);
  await page.reload();
  await expect(history).toHaveCount(2);
  await page.goBack();
  await expect(history).toHaveCount(10);
});
