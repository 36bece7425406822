import { expect, it } from 'vitest';
import { createInstances, type Instance } from '#e2e/support/instances.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { addProtectedHost, protectedHost, sessionIdOf } from '#e2e/support/protected-host.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { createForwardAuth } from '#main/forward-auth/forward-auth.ts';
import { hashSecret } from '#main/security/refresh-tokens.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { insertProtectedSession } from '#main/storage/store/oauth/protected-sessions.ts';
import { contract } from '#shared/contract/index.ts';

const instances = perTest(() => createInstances());
const secret = 'a'.repeat(43);
const ask = async (hosts: ReturnType<typeof createForwardAuth>) => {
  const asked = {
    applicationId: 'app_proxied',
    host: protectedHost,
    target: '/',
    isPage: false,
    isFromElsewhere: false,
    address: '203.0.113.1',
    secret: () => secret,
    client: () => {
      throw new Error('Nothing is opened');
    },
  };
  const checked = await hosts.check(asked);
  return checked.is === 'open' ? checked.person?.standing.told[0] : checked.is;
};

it('what one instance changes counts at once at another, which was asked before', async () => {
  const [one, two] = instances.all as readonly [Instance, Instance];
  const { user_id, tenant_id } = await one.call(contract.auth.signup, {
    email: 'ada@example.com',
    name: 'Ada',
    password: testPassword,
    company_name: 'Example',
  });
  const first = one.service.context.db;
  await tablesOf(first.write).updateTable('users').set({ email_verified: 1 }).where('id', '=', user_id).execute();
  const { access_token } = await one.call(contract.auth.login, { email: 'ada@example.com', password: testPassword });
  await addProtectedHost(first.write, tenant_id);
  await insertProtectedSession(first.write, {
    secret_hash: hashSecret(secret),
    application_id: 'app_proxied',
    user_id,
    session_id: await sessionIdOf(first.read, user_id),
    browser_hash: null,
    target: null,
    created_at: 0,
    expires_at: null,
  });
  const hosts = createForwardAuth(two.service.context, 'https://castellan.example');
  expect(await ask(hosts)).toBe('role:owner');
  const change = (work: (t: ReturnType<typeof tablesOf>) => Promise<unknown>) =>
    first.transaction({ tenant: tenant_id }, (tx) => work(tablesOf(tx)));
  await change((t) => t.updateTable('users').set({ role: 'member' }).where('id', '=', user_id).execute());
  expect(await ask(hosts)).toBe('role:member');
  await change((t) => t.updateTable('applications').set({ access: 'restricted' }).execute());
  expect(await ask(hosts)).toBe('refused');
  await change((t) => t.updateTable('applications').set({ access: 'everyone', host: 'moved.example' }).execute());
  expect(await ask(hosts)).toBe('refused');
  await change((t) => t.updateTable('applications').set({ host: protectedHost }).execute());
  expect(await ask(hosts)).toBe('role:member');
  await one.call(contract.auth.logout, {}, access_token);
  expect(await ask(hosts)).toBe('unknown');
});
