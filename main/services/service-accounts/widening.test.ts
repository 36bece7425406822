import { describe, expect, it } from 'vitest';
import { reachedByHttps } from '#e2e/support/client-credentials.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createServiceAccount } from '#e2e/support/service-accounts.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { listServiceAccountKeys } from '#main/storage/store/service-accounts/service-account-keys.ts';
import { findServiceAccount } from '#main/storage/store/service-accounts/service-accounts.ts';
import { contract } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';
import { type ServiceKeyKind, serviceKeyKinds } from '#shared/rules/service-key-kinds.ts';

const app = perFile(() => createTestService().then(reachedByHttps));
const { serviceAccounts, security } = contract;

describe('a service account that is to do more', () => {
  it('takes the password of whoever changes it, and less or other words take none', async () => {
    const owner = await app.owner();
    const { tenantId: tenant_id, token, password } = owner;
    const { account_id } = await createServiceAccount(app, owner, { addresses: ['127.0.0.0/8', '203.0.113.0/24'] });
    const update = (change: object) =>
      app.call(serviceAccounts.updateServiceAccount, { tenant_id, account_id, ...change }, { token });
    await update({ addresses: ['127.0.0.0/8'], description: 'Less' });
    for (const more of [{ addresses: [] }, { role: 'admin' }, { scopes: ['team.read', 'workspaces.list'] }]) {
      const { errors } = await failsWith(update(more), 'VALIDATION_FAILED');
      expect(errors).toMatchObject([{ path: 'password', reason: 'required' }]);
      await failsWith(update({ ...more, password: 'wrong' }), 'CURRENT_PASSWORD_INVALID');
      await update({ ...more, password });
    }
    await app.call(serviceAccounts.disableServiceAccount, { tenant_id, account_id }, { token });
    const enabling = { tenant_id, account_id, password: 'wrong' };
    await failsWith(app.call(serviceAccounts.enableServiceAccount, enabling, { token }), 'CURRENT_PASSWORD_INVALID');
  });
});

describe('undoing what someone else did in a stolen session', () => {
  it('ends the API keys and client secrets that it created or rolled, and no older ones', async () => {
    const owner = await app.owner();
    const { tenantId: tenant_id, password, token } = owner;
    const { account_id } = await createServiceAccount(app, owner);
    const of = { tenant_id, account_id };
    const create = (kind: ServiceKeyKind, by: string) =>
      app.call(serviceAccounts.createServiceAccountKey, { ...of, kind, name: 'Older', password }, { token: by });
    const { service_account_key: older } = await create('client_secret', token);
    app.clock.advance(minute);
    const thief = (await app.login(owner)).token;
    await app.call(security.createApiKey, { name: 'K', scopes: ['team.read'], password }, { token: thief });
    for (const kind of serviceKeyKinds) await create(kind, thief);
    const roll = { ...of, key_id: older.key_id, overlap_hours: 24, password };
    await app.call(serviceAccounts.rollServiceAccountKey, roll, { token: thief });
    await app.call(security.undoChange, { token: await app.mailedToken(owner.email, 'api_key_created') });
    const keys = await listServiceAccountKeys(app.service.context.db.read, account_id);
    expect(keys.map(({ name, kind }) => [name, kind]).sort()).toEqual([
      ['Older', 'client_secret'],
      ['Server', 'api_key'],
    ]);
  });

  it('disables what it enabled or let do more, and nothing else', async () => {
    const owner = await app.owner();
    const { tenantId: tenant_id, token } = owner;
    const make = async (name: string) => (await createServiceAccount(app, owner, { name })).account_id;
    const [before, widened, enabled, worded] = [await make('A'), await make('B'), await make('C'), await make('D')];
    const { updateServiceAccount, disableServiceAccount, enableServiceAccount } = serviceAccounts;
    const widen = { tenant_id, role: 'admin' as const, scopes: ['audit.read' as const], password: owner.password };
    await app.call(updateServiceAccount, { ...widen, account_id: before }, { token });
    await app.call(disableServiceAccount, { tenant_id, account_id: enabled }, { token });
    app.clock.advance(minute);
    const thief = { token: (await app.login(owner)).token };
    await app.call(security.createApiKey, { name: 'K', scopes: ['team.read'], password: owner.password }, thief);
    await app.call(updateServiceAccount, { ...widen, account_id: widened }, thief);
    await app.call(enableServiceAccount, { tenant_id, account_id: enabled, password: owner.password }, thief);
    await app.call(updateServiceAccount, { tenant_id, account_id: worded, description: 'Words' }, thief);
    await app.call(security.undoChange, { token: await app.mailedToken(owner.email, 'api_key_created') });
    const { db, clock } = app.service.context;
    const states = await Promise.all(
      [before, widened, enabled, worded].map(
        async (id) => (await findServiceAccount(db.read, tenant_id, id, clock.now()))?.disabled_at === null,
      ),
    );
    expect(states).toEqual([true, false, false, true]);
  });
});
