import { expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { addProtectedHost } from '#e2e/support/protected-host.ts';
import { ProxiedBrowser, publicUrl } from '#e2e/support/proxied-browser.ts';
import { createSeedData, hashSeedPassword } from '#e2e/support/seed-data.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { deleteApplication } from '#main/storage/store/oauth/applications.ts';

const server = perFile(() => createTestApp({ 'public-url': publicUrl, 'rate-limits': 'off' }));
const seed = perFile(async () => createSeedData(server.app.context, await hashSeedPassword(server.app.context)));

it('whoever takes the host of a deleted application gets no one in through the proxy that asks for that one', async () => {
  const { db } = server.app.context;
  const { own, foreign } = seed;
  await addProtectedHost(db.write, own.owner.tenantId, { rules: [{ path: '/open', access: 'public' }] });
  const [before, taker] = [new ProxiedBrowser(server), new ProxiedBrowser(server)];
  await before.signIn(own.owner.email);
  await taker.signIn(foreign.owner.email);
  expect((await before.open('/')).status).toBe(200);
  const remove = (tenant: string, id: string) => db.transaction({ tenant }, (tx) => deleteApplication(tx, tenant, id));
  expect(await remove(own.owner.tenantId, 'app_proxied')).toBe(true);
  await addProtectedHost(db.write, foreign.owner.tenantId, {
    id: 'app_taken',
    rules: [{ path: '/open', access: 'public' }],
  });

  // Even with what it has from the new one: that is worth nothing at the proxy, which asks for the old one.
  expect((await taker.open('/', { id: 'app_taken' })).status).toBe(200);
  for (const browser of [before, taker])
    for (const path of ['/', '/open', '/.castellan/callback?code=code', '/.castellan/sign-out'])
      expect([path, (await browser.ask(path)).status]).toEqual([path, 403]);
  // And what the people of the old one have is worth nothing at the new one.
  await before.open('/', { id: 'app_taken' });
  expect((await before.ask('/', { id: 'app_taken' })).status).toBe(302);
});
