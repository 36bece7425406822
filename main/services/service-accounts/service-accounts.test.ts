import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createServiceAccount } from '#e2e/support/service-accounts.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { toIso } from '#main/platform/clock.ts';
import { contract } from '#shared/contract/index.ts';
import { day, hour, serviceAccountLimits } from '#shared/rules/limits.ts';

const app = perFile(() => createTestService());
const { serviceAccounts, team, workspaces, profile, audit, security } = contract;

const list = ({ tenantId: tenant_id, token }: Person, query: object = {}) =>
  app.call(serviceAccounts.listServiceAccounts, { tenant_id, ...query }, { token });
const keysOf = ({ tenantId: tenant_id, token }: Person, account_id: string) =>
  app.call(serviceAccounts.listServiceAccountKeys, { tenant_id, account_id }, { token });
const whoAmI = (token: string) => app.call(profile.whoAmI, {}, { token });

describe('a service account', () => {
  it('is created, listed, changed, disabled, enabled and deleted, and says who it is', async () => {
    const owner = await app.owner();
    const { tenantId: tenant_id, token, id } = owner;
    const { account, account_id, key, key_id } = await createServiceAccount(app, owner, {
      name: 'Deployment',
      addresses: ['127.0.0.1', '2001:DB8::/32'],
    });
    expect(account).toMatchObject({
      name: 'Deployment',
      description: '',
      role: 'member',
      scopes: ['team.read'],
      workspace_ids: null,
      addresses: ['127.0.0.1', '2001:db8::/32'],
      status: 'active',
      keys: 0,
      created_by: { user_id: id, name: owner.name },
    });
    expect(await whoAmI(key)).toEqual({
      kind: 'service_account',
      id: account_id,
      name: 'Deployment',
      tenant_id,
      role: 'member',
      key_id,
      scopes: ['team.read'],
    });
    const changed = await app.call(
      serviceAccounts.updateServiceAccount,
      {
        tenant_id,
        account_id,
        description: 'Deploys',
        role: 'admin',
        scopes: ['audit.read'],
        password: owner.password,
      },
      { token },
    );
    expect(changed).toMatchObject({ name: 'Deployment', description: 'Deploys', role: 'admin', keys: 1 });
    expect(await app.call(serviceAccounts.getServiceAccount, { tenant_id, account_id }, { token })).toEqual(changed);
    expect(await list(owner)).toMatchObject({ total: 1, service_accounts: [{ account_id, role: 'admin' }] });
    const disabled = await app.call(serviceAccounts.disableServiceAccount, { tenant_id, account_id }, { token });
    expect(disabled.status).toBe('disabled');
    await failsWith(whoAmI(key), 'TOKEN_INVALID');
    await app.call(
      serviceAccounts.enableServiceAccount,
      { tenant_id, account_id, password: owner.password },
      { token },
    );
    expect((await whoAmI(key)).scopes).toEqual(['audit.read']);
    await app.call(serviceAccounts.deleteServiceAccount, { tenant_id, account_id }, { token });
    await failsWith(whoAmI(key), 'TOKEN_INVALID');
    expect(await list(owner)).toEqual({ service_accounts: [], total: 0, issuer: null });
  });

  it('has no scope that its role lacks, and no workspace of others', async () => {
    const owner = await app.owner();
    const stranger = await app.owner();
    const { workspace_id } = await createWorkspace(app, stranger, 'Elsewhere');
    const { errors } = await failsWith(
      createServiceAccount(app, owner, { scopes: ['audit.read'] }),
      'VALIDATION_FAILED',
    );
    expect(errors).toMatchObject([{ path: 'scopes', reason: 'scopes_beyond_service_role' }]);
    await failsWith(createServiceAccount(app, owner, { workspace_ids: [workspace_id] }), 'WORKSPACE_NOT_FOUND');
    await failsWith(createServiceAccount(app, owner, { addresses: ['203.0.113.0/33'] }), 'VALIDATION_FAILED');
    const { account_id } = await createServiceAccount(app, owner, { role: 'admin', scopes: ['audit.read'] });
    const { tenantId: tenant_id, token } = owner;
    const demotion = { tenant_id, account_id, role: 'member' } as const;
    await failsWith(app.call(serviceAccounts.updateServiceAccount, demotion, { token }), 'VALIDATION_FAILED');
  });

  it('is bounded per organization, and so are its keys', async () => {
    const owner = await app.owner();
    const { tenantId: tenant_id, token, password } = owner;
    const { account_id } = await createServiceAccount(app, owner);
    const createKey = () =>
      app.call(serviceAccounts.createServiceAccountKey, { tenant_id, account_id, name: 'One', password }, { token });
    for (let made = 1; made < serviceAccountLimits.keys; made += 1) await createKey();
    await failsWith(createKey(), 'TOO_MANY_SERVICE_KEYS');
    const create = () =>
      app.call(serviceAccounts.createServiceAccount, { tenant_id, name: 'N', scopes: ['team.read'] }, { token });
    for (let made = 1; made < serviceAccountLimits.perTenant; made += 1) await create();
    await failsWith(create(), 'TOO_MANY_SERVICE_ACCOUNTS');
    expect((await list(owner, { limit: 1 })).total).toBe(serviceAccountLimits.perTenant);
  });
});

describe('the keys of a service account', () => {
  it('overlap when one is rolled', async () => {
    const owner = await app.owner();
    const { tenantId: tenant_id, token, password } = owner;
    const { account_id, key, key_id } = await createServiceAccount(app, owner);
    const input = { tenant_id, account_id, key_id, overlap_hours: 1, expires_in_days: 2, password };
    const rolled = await app.call(serviceAccounts.rollServiceAccountKey, input, { token });
    await whoAmI(key);
    await whoAmI(rolled.key);
    app.clock.advance(hour);
    await failsWith(whoAmI(key), 'TOKEN_EXPIRED');
    app.clock.advance(2 * day);
    await failsWith(whoAmI(rolled.key), 'TOKEN_EXPIRED');
  });

  it.each([
    ['at once', 0, 1, 0],
    ['for as long as was chosen', 1, 1, 1],
    ['no longer than it would have', 48, 1, 24],
    ['for as long as was chosen, if it had no end', 48, undefined, 48],
  ] as const)('that are replaced work %s, and the answer says so', async (_, overlap_hours, expires_in_days, hours) => {
    const owner = await app.owner();
    const { tenantId: tenant_id, token, password } = owner;
    const { account_id } = await createServiceAccount(app, owner);
    const input = { tenant_id, account_id, name: 'Replaced', password, expires_in_days };
    const old = await app.call(serviceAccounts.createServiceAccountKey, input, { token });
    const roll = { tenant_id, account_id, key_id: old.service_account_key.key_id, overlap_hours, password };
    const rolled = await app.call(serviceAccounts.rollServiceAccountKey, roll, { token });
    expect(rolled.old_key_expires_at).toBe(toIso(app.clock.now() + hours * hour));
    app.clock.advance(hours * hour - 1);
    if (hours > 0) await whoAmI(old.key);
    app.clock.advance(1);
    await failsWith(whoAmI(old.key), hours > 0 ? 'TOKEN_EXPIRED' : 'TOKEN_INVALID');
  });

  it('are shown with who created them and when they were used, and can be revoked', async () => {
    const owner = await app.owner();
    const { tenantId: tenant_id, token } = owner;
    const { account_id, key, key_id } = await createServiceAccount(app, owner);
    await whoAmI(key);
    const [stored] = (await keysOf(owner, account_id)).keys;
    expect(stored).toMatchObject({ key_id, name: 'Server', created_by: { user_id: owner.id } });
    expect(stored?.last_used).not.toBeNull();
    expect(key.startsWith(`${stored?.prefix}`)).toBe(true);
    const roll = { tenant_id, account_id, key_id, overlap_hours: 0, password: 'wrong' };
    await failsWith(app.call(serviceAccounts.rollServiceAccountKey, roll, { token }), 'CURRENT_PASSWORD_INVALID');
    const create = { tenant_id, account_id, name: 'Another', password: 'wrong' };
    await failsWith(app.call(serviceAccounts.createServiceAccountKey, create, { token }), 'CURRENT_PASSWORD_INVALID');
    await app.call(serviceAccounts.revokeServiceAccountKey, { tenant_id, account_id, key_id }, { token });
    await failsWith(whoAmI(key), 'TOKEN_INVALID');
    expect(await keysOf(owner, account_id)).toEqual({ keys: [], total: 0 });
  });

  it('are told to the owners, without the key itself', async () => {
    const owner = await app.owner();
    const admin = await app.join(owner, 'admin');
    const { key } = await createServiceAccount(app, admin, { name: 'Importer' });
    const { tenantId: tenant_id, token } = owner;
    const { mails } = await app.call(contract.mail.listMails, { tenant_id, q: 'Importer' }, { token });
    expect(mails).toMatchObject([{ kind: 'service_account_key_created', to: owner.email }]);
    const { text } = await app.call(contract.mail.getMail, { tenant_id, mail_id: mails[0]?.mail_id ?? '' }, { token });
    expect(text).toContain(admin.name);
    expect(text).not.toContain(key);
  });

  it('are told to the owners again if they open more than before, and not if they open less', async () => {
    const owner = await app.owner();
    const admin = await app.join(owner, 'admin');
    const { account_id } = await createServiceAccount(app, admin, {
      name: 'Widening',
      role: 'member',
      scopes: ['team.read'],
      addresses: ['203.0.113.0/24'],
    });
    const { password } = admin;
    const target = { tenant_id: owner.tenantId, account_id };
    const told = async (): Promise<number> => {
      const asked = { tenant_id: owner.tenantId, q: 'Widening' };
      const { mails } = await app.call(contract.mail.listMails, asked, { token: owner.token });
      return mails.filter(({ kind }) => kind === 'service_account_changed').length;
    };
    const change = (more: object) =>
      app.call(serviceAccounts.updateServiceAccount, { ...target, password, ...more }, { token: admin.token });
    await change({ description: 'Only words' });
    expect(await told()).toBe(0);
    for (const [index, more] of [
      { role: 'admin' },
      { scopes: ['team.read', 'audit.read'] },
      { addresses: [] },
    ].entries()) {
      await change(more);
      expect(await told()).toBe(index + 1);
    }
    await change({ role: 'member', scopes: ['team.read'], addresses: ['203.0.113.7'] });
    expect(await told()).toBe(3);
    await app.call(serviceAccounts.disableServiceAccount, target, { token: owner.token });
    expect(await told()).toBe(3);
    await app.call(serviceAccounts.enableServiceAccount, { ...target, password }, { token: admin.token });
    expect(await told()).toBe(4);
  });

  it('work only from the addresses of their account, and a refusal is recorded once an hour', async () => {
    const owner = await app.owner();
    const { tenantId: tenant_id, token } = owner;
    const { account_id, key } = await createServiceAccount(app, owner, { addresses: ['203.0.113.0/24'] });
    const call = () => whoAmI(key);
    await failsWith(call(), 'ADDRESS_NOT_ALLOWED');
    await failsWith(call(), 'ADDRESS_NOT_ALLOWED');
    expect((await keysOf(owner, account_id)).keys[0]?.last_used).toBeNull();
    const refused = () => app.call(audit.listAuditEvents, { tenant_id, action: 'refuseServiceAddress' }, { token });
    expect(await refused()).toMatchObject({
      total: 1,
      events: [{ actor_id: account_id, actor_name: 'Robot', target_kind: 'service_account' }],
    });
    const widened = { tenant_id, account_id, addresses: ['203.0.113.0/24', '127.0.0.0/8'], password: owner.password };
    await app.call(serviceAccounts.updateServiceAccount, widened, { token });
    await call();
  });
});

describe('what a service account may do', () => {
  it('acts under its own name, which the audit log keeps after it is deleted', async () => {
    const owner = await app.owner();
    const { tenantId: tenant_id, token } = owner;
    const { slug, workspace_id } = await createWorkspace(app, owner, 'Research');
    const { account_id, key } = await createServiceAccount(app, owner, {
      name: 'Monitor',
      scopes: ['workspaces.read', 'workspaces.settings', 'workspaces.list'],
      workspace_ids: [workspace_id],
    });
    const rated = await app.call(workspaces.updateWorkspace, { tenant_id, slug, health_score: 40 }, { token: key });
    expect(rated).toMatchObject({ health_score: 40, health_set_by: null });
    await app.call(serviceAccounts.deleteServiceAccount, { tenant_id, account_id }, { token });
    const { events } = await app.call(audit.listAuditEvents, { tenant_id, actor: account_id }, { token });
    expect(events).toMatchObject([{ action: 'updateWorkspace', actor_name: 'Monitor', actor_id: account_id }]);
  });

  it('sees only the workspaces that it is limited to, and none once they are deleted', async () => {
    const owner = await app.owner();
    const { tenantId: tenant_id, token } = owner;
    const [one, other] = [await createWorkspace(app, owner, 'One'), await createWorkspace(app, owner, 'Other')];
    const scopes = ['workspaces.list', 'workspaces.read', 'workspaces.settings', 'workspaces.manage'] as const;
    const limited = await createServiceAccount(app, owner, {
      role: 'admin',
      scopes: [...scopes],
      workspace_ids: [one.workspace_id],
    });
    const seen = async (key: string) =>
      (await app.call(workspaces.listWorkspaces, { tenant_id }, { token: key })).workspaces.map(({ slug }) => slug);
    expect(await seen(limited.key)).toEqual([one.slug]);
    const read = (slug: string) => app.call(workspaces.getWorkspace, { tenant_id, slug }, { token: limited.key });
    await read(one.slug);
    await failsWith(read(other.slug), 'NOT_FOUND');
    const foreign = { tenant_id, slug: other.slug };
    await failsWith(app.call(workspaces.deleteWorkspace, foreign, { token: limited.key }), 'NOT_FOUND');
    await app.call(workspaces.deleteWorkspace, { tenant_id, slug: one.slug }, { token });
    expect(await seen(limited.key)).toEqual([]);
    const admin = await createServiceAccount(app, owner, { role: 'admin', scopes: [...scopes] });
    expect(await seen(admin.key)).toEqual([other.slug]);
    const member = await createServiceAccount(app, owner, { scopes: ['workspaces.list'] });
    expect(await seen(member.key)).toEqual([]);
  });

  it('is told that a person has to do what names a person or asks for one', async () => {
    const owner = await app.owner();
    const { tenantId: tenant_id } = owner;
    const { key: token } = await createServiceAccount(app, owner, {
      role: 'admin',
      scopes: ['team.manage', 'team.read', 'workspaces.manage'],
    });
    const invitation = { tenant_id, email: 'new@example.com', role: 'member' } as const;
    for (const refused of [
      () => app.call(profile.getMe, {}, { token }),
      () => app.call(security.listApiKeys, {}, { token }),
      () => app.call(serviceAccounts.listServiceAccounts, { tenant_id }, { token }),
      () => app.call(team.inviteMember, invitation, { token }),
      () => app.call(workspaces.createWorkspace, { tenant_id, name: 'New' }, { token }),
    ])
      await failsWith(refused(), 'SERVICE_ACCOUNT_REFUSED');
    await failsWith(app.call(audit.listAuditEvents, { tenant_id }, { token }), 'SCOPE_REQUIRED');
    const admin = await app.join(owner, 'admin');
    const promotion = { tenant_id, user_id: admin.id, role: 'admin' } as const;
    await failsWith(app.call(team.changeRole, promotion, { token }), 'SERVICE_ACCOUNT_REFUSED');
    await app.call(team.changeRole, { ...promotion, role: 'member' }, { token });
    const { users } = await app.call(team.listMembers, { tenant_id }, { token });
    expect(users.map(({ email }) => email).sort()).toEqual([owner.email, admin.email].sort());
    await app.call(team.removeMember, { tenant_id, user_id: admin.id }, { token });
  });
});
