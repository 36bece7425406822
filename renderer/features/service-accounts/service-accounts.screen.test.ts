import { expect } from 'vitest';
import { reachedByHttps } from '#e2e/support/client-credentials.ts';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
import { createServiceAccount } from '#e2e/support/service-accounts.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { contract } from '#shared/contract/index.ts';
import { day, hour } from '#shared/rules/limits.ts';

const screenTest = screenTests();
const { listServiceAccounts, listServiceAccountKeys } = contract.serviceAccounts;
const address = '/dashboard/settings?tab=service-accounts';

screenTest(
  'service-accounts/edit-dialog',
  ['serviceAccounts.createServiceAccount'],
  'creates a service account with what was chosen, and then asks for its first key',
  async ({ owner, open, read }) => {
    const page = await open(owner, address);
    await page.see('No service accounts yet');
    await page.press('Create service account');
    await page.fill('Name', 'Deployment');
    await page.choose('Role', 'Admin');
    await page.press('Read the audit log');
    await page.send(/^Create service account$/, 'serviceAccounts.createServiceAccount');
    await page.see('Create a key for Deployment');
    await page.press('Cancel');
    await page.closed();
    await page.find('row', /^Deployment/);
    const { service_accounts } = await read(owner, listServiceAccounts, { tenant_id: owner.tenantId });
    expect(service_accounts).toMatchObject([{ name: 'Deployment', role: 'admin', scopes: ['audit.read'], keys: 0 }]);
  },
);

screenTest(
  'service-accounts/new-service-key-dialog',
  ['serviceAccounts.createServiceAccountKey'],
  'creates a key, which is shown once and expires as chosen',
  async ({ app, owner, open, read }) => {
    const { account_id } = await createServiceAccount(app, owner);
    const page = await open(owner, address);
    await page.press('Actions for Robot');
    await page.press('Show keys');
    await page.press('Create key');
    await page.fill('Name', 'Pipeline');
    await page.choose('Expires', '30 days');
    await page.fill('Your password', owner.password);
    await page.send('Create key', 'serviceAccounts.createServiceAccountKey');
    const key = (await page.field('API key')).value;
    await page.press('I’ve saved it');
    const { keys } = await read(owner, listServiceAccountKeys, { tenant_id: owner.tenantId, account_id });
    const expiry = new Date(app.clock.now() + 30 * day).toISOString();
    expect(keys.find(({ name }) => name === 'Pipeline')).toMatchObject({ expires_at: expiry });
    await app.call(contract.profile.whoAmI, {}, { token: key });
  },
);

screenTest(
  'service-accounts/new-service-key-dialog',
  ['serviceAccounts.createServiceAccountKey'],
  'creates a client secret, shows how a program exchanges it, and revokes it as what it is',
  async ({ app, owner, open, read }) => {
    reachedByHttps(app);
    const { account_id } = await createServiceAccount(app, owner);
    const page = await open(owner, address);
    await page.press('Actions for Robot');
    await page.press('Show keys');
    await page.press('Create key');
    await page.fill('Name', 'Pipeline');
    await page.choose('Kind', 'Client secret');
    await page.fill('Your password', owner.password);
    await page.send('Create key', 'serviceAccounts.createServiceAccountKey');
    const secret = (await page.field('Client secret')).value;
    expect((await page.field('Client ID')).value).toBe(account_id);
    await page.see(new RegExp(`-u '${account_id}:${secret}'`));
    await page.press('I’ve saved it');
    const of = { tenant_id: owner.tenantId, account_id };
    const stored = async () =>
      (await read(owner, listServiceAccountKeys, of)).keys.filter((key) => key.name === 'Pipeline');
    expect(await stored()).toMatchObject([{ kind: 'client_secret' }]);
    await page.press('Actions for Pipeline');
    await page.press('Revoke');
    await page.send('Revoke key', 'serviceAccounts.revokeServiceAccountKey');
    await page.see('Client secret revoked.');
    expect(await stored()).toEqual([]);
    const log = await read(owner, contract.audit.listAuditEvents, { tenant_id: owner.tenantId, limit: 2 });
    expect(log.events.map(({ details }) => details.kind)).toEqual(['client_secret', 'client_secret']);
  },
);

screenTest(
  'service-accounts/edit-dialog',
  ['serviceAccounts.updateServiceAccount'],
  'changes a service account, and leaves out the scopes that its new role lacks',
  async ({ app, owner, open, read }) => {
    const { workspace_id } = await createWorkspace(app, owner, 'Research');
    const given = { role: 'admin', scopes: ['audit.read', 'team.read'], workspace_ids: [workspace_id] } as const;
    await createServiceAccount(app, owner, { ...given, scopes: [...given.scopes], workspace_ids: [workspace_id] });
    const page = await open(owner, address);
    await page.press('Actions for Robot');
    await page.press('Edit service account');
    await page.fill('Description (optional)', 'Deploys');
    await page.choose('Role', 'Member');
    await page.send('Save service account', 'serviceAccounts.updateServiceAccount');
    await page.closed();
    expect((await read(owner, listServiceAccounts, { tenant_id: owner.tenantId })).service_accounts).toMatchObject([
      { description: 'Deploys', role: 'member', scopes: ['team.read'], workspace_ids: [workspace_id] },
    ]);
  },
);

screenTest(
  'service-accounts/edit-dialog',
  ['serviceAccounts.updateServiceAccount'],
  'asks for the password once the account would do more, and says so of one without a workspace',
  async ({ app, owner, open, read }) => {
    const { slug, workspace_id } = await createWorkspace(app, owner, 'Gone');
    await createServiceAccount(app, owner, { role: 'admin', scopes: ['team.read'], workspace_ids: [workspace_id] });
    const { tenantId: tenant_id, token, password } = owner;
    await app.call(contract.workspaces.deleteWorkspace, { tenant_id, slug }, { token });
    const page = await open(owner, address);
    await page.press('Actions for Robot');
    await page.press('Edit service account');
    expect((await page.field('Workspaces')).placeholder).toBe('No workspace');
    await page.press('Read the audit log');
    await page.fill('Your password', password);
    await page.send('Save service account', 'serviceAccounts.updateServiceAccount');
    await page.closed();
    expect((await read(owner, listServiceAccounts, { tenant_id })).service_accounts).toMatchObject([
      { scopes: ['team.read', 'audit.read'], workspace_ids: [] },
    ]);
  },
);

screenTest(
  'service-accounts/service-accounts-panel',
  [
    'serviceAccounts.disableServiceAccount',
    'serviceAccounts.enableServiceAccount',
    'serviceAccounts.deleteServiceAccount',
  ],
  'disables, enables and deletes the service account of the row',
  async ({ app, owner, open, read }) => {
    await createServiceAccount(app, owner, { name: 'Other' });
    await createServiceAccount(app, owner);
    const stored = async () =>
      (await read(owner, listServiceAccounts, { tenant_id: owner.tenantId })).service_accounts.map(
        ({ name, status }) => `${name} ${status}`,
      );
    const page = await open(owner, address);
    for (const [item, sent, after] of [
      ['Disable service account', 'serviceAccounts.disableServiceAccount', ['Other active', 'Robot disabled']],
      ['Enable service account', 'serviceAccounts.enableServiceAccount', ['Other active', 'Robot active']],
      ['Delete service account', 'serviceAccounts.deleteServiceAccount', ['Other active']],
    ] as const) {
      await page.press('Actions for Robot');
      await page.press(item);
      if (item === 'Enable service account') await page.fill('Your password', owner.password);
      await page.send(item, sent);
      await page.closed();
      expect(await stored()).toEqual(after);
    }
  },
);

screenTest(
  'service-accounts/service-keys-dialog',
  ['serviceAccounts.revokeServiceAccountKey'],
  'revokes the key of the row',
  async ({ app, owner, open, read }) => {
    const { account_id, key_id } = await createServiceAccount(app, owner);
    const of = { tenant_id: owner.tenantId, account_id };
    const more = { ...of, name: 'Laptop', password: owner.password };
    await app.call(contract.serviceAccounts.createServiceAccountKey, more, { token: owner.token });
    const page = await open(owner, address);
    await page.press('Actions for Robot');
    await page.press('Show keys');
    await page.press('Actions for Laptop');
    await page.press('Revoke');
    await page.send('Revoke key', 'serviceAccounts.revokeServiceAccountKey');
    await expect
      .poll(async () => (await read(owner, listServiceAccountKeys, of)).keys.map((key) => key.key_id))
      .toEqual([key_id]);
  },
);

screenTest(
  'service-accounts/new-service-key-dialog',
  ['serviceAccounts.rollServiceAccountKey'],
  'rolls the key of the row, and lets the old one work as chosen',
  async ({ app, owner, open, read }) => {
    const { account_id, key, key_id } = await createServiceAccount(app, owner);
    const page = await open(owner, address);
    await page.press('Actions for Robot');
    await page.press('Show keys');
    await page.press('Actions for Server');
    await page.press('Roll');
    await page.choose('Current key keeps working for', '1 hour');
    await page.fill('Your password', owner.password);
    await page.send('Roll key', 'serviceAccounts.rollServiceAccountKey');
    const rolled = (await page.field('API key')).value;
    await page.press('I’ve saved it');
    const { keys } = await read(owner, listServiceAccountKeys, { tenant_id: owner.tenantId, account_id });
    const end = new Date(app.clock.now() + hour).toISOString();
    expect(keys.find((each) => each.key_id === key_id)?.expires_at).toBe(end);
    for (const token of [key, rolled]) await app.call(contract.profile.whoAmI, {}, { token });
  },
);
