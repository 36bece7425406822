import { expect } from 'vitest';
import { monthlyServer } from '#e2e/support/hosting.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { openUpgrade } from '#e2e/support/screens/upgrade-pages.ts';
import type { Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';

const screenTest = screenTests();
const { hosting, security } = contract;

screenTest('dashboard/attention', [], 'says of an upgrade that is finished that it is', async (cast) => {
  await openUpgrade(cast, async (caller) => {
    await caller.resized();
    await caller.call(hosting.confirmUpgrade, { serviceid: monthlyServer });
  });
  const page = await cast.open(cast.owner, '/dashboard');
  await page.see(/^The upgrade of .* is finished\.$/);
  expect(await page.shows(/waiting for you/)).toBe(false);
  await page.press('View result');
  await page.find('heading', /upgraded$/);
});

screenTest('installation/overview', [], 'says that email waits, not that it is on its way', async (cast) => {
  const page = await cast.open(cast.operator, '/dashboard/server');
  await page.see('Waiting');
  expect(await page.shows('Queued')).toBe(false);
});

screenTest('hosting/queue/prepare-panel', [], 'says that there are no servers yet', async (cast) => {
  const page = await cast.open(cast.owner, '/dashboard/hosting/upgrades');
  await page.see('No servers yet. Connect a provider or open the sandbox.');
});

/** Someone with a key that has expired. Nobody else is signed in then. */
const withExpiredKey = async ({ app, owner }: Cast): Promise<Person> => {
  const input = { name: 'Robot', scopes: ['self' as const], password: owner.password, expires_in_days: 1 };
  await app.call(security.createApiKey, input, { token: owner.token });
  app.clock.advance(day);
  return app.login(owner);
};

screenTest('security/overview', [], 'tells keys that have expired from those that will', async (cast) => {
  const page = await cast.open(await withExpiredKey(cast), '/dashboard/security');
  await page.see('Robot');
  await page.see(/^Expired/);
  expect(await page.shows(/^Expires/)).toBe(false);
});
