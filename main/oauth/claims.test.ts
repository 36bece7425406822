import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { addApplication } from '#e2e/support/applications.ts';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { storedUser } from '#e2e/support/rows.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { claimsOf } from '#main/security/claims.ts';
import { contract } from '#shared/contract/index.ts';
import { accountFor, authenticationOf } from './accounts.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const owner = perFile(() => app.owner());
const member = perFile(() => app.join(owner, 'member'));
const groupsOf = async ({ id }: Person) => {
  const claims = await claimsOf(app.service.context.db.read, await storedUser(app, id), 'openid groups');
  return claims.groups;
};

describe('the groups that an application is told', () => {
  beforeAll(async () => {
    const { slug } = await createWorkspace(app, owner, 'Website');
    await createGroup(app, owner, 'Staff', { members: [member.id], workspaces: { [slug]: 'Viewer' } });
    await createCustomRole(app, owner, ['audit.read'], [member.id]);
  });

  it('are the role, groups and workspaces', async () => {
    expect(await groupsOf(owner)).toEqual(['role:owner', 'workspace:website:Admin']);
    expect(await groupsOf(member)).toEqual(['role:member', 'Staff', 'workspace:website:Viewer']);
  });

  it('are the ones that the documentation compares', async () => {
    const admin = await app.join(owner, 'admin');
    const told = (await Promise.all([owner, admin, member].map(groupsOf))).flat();
    const documented = [...readFileSync('docs/sign-in.md', 'utf8').matchAll(/\bgroups:([^`]+)`/g)].map(
      ([, name]) => name,
    );
    expect(documented.length).toBeGreaterThanOrEqual(4);
    expect(told).toEqual(expect.arrayContaining(documented));
  });

  it('are told with their scope alone', async () => {
    const claims = await claimsOf(app.service.context.db.read, await storedUser(app, member.id), 'openid email');
    expect(claims).not.toHaveProperty('groups');
  });

  it.each(['role:owner', 'Role : owner', 'workspace:website:Admin', 'Staff,role:owner'])(
    'have none called %j, which would pass for more',
    async (name) => {
      const before = await groupsOf(member);
      await createGroup(app, owner, name, { members: [member.id] });
      expect(await groupsOf(member)).toEqual(before);
    },
  );

  it('call a guest one', async () => {
    const guest = await app.join(owner, 'member');
    const of = { tenant_id: owner.tenantId, user_id: guest.id };
    await app.call(contract.team.setGuest, { ...of, guest: true }, { token: owner.token });
    expect(await groupsOf(guest)).toEqual(['role:guest']);
  });
});

it('an address is called verified only if its mailbox proved it', async () => {
  const { read } = app.service.context.db;
  const user = await storedUser(app, member.id);
  const claims = await Promise.all(
    (['mailbox', 'owner', 'operator', 'provider'] as const).map((email_verified_by) =>
      claimsOf(read, { ...user, email_verified: 1, email_verified_by }, 'openid'),
    ),
  );
  expect(claims.map((one) => one.email_verified)).toEqual([true, false, false, false]);
});

it('a second factor is told, and a trusted device is not', () => {
  const told = (sign_in_method: 'password_code' | 'password_trusted_device', confirmed_with: string) =>
    authenticationOf({ sign_in_method, confirmed_with });
  expect(told('password_code', 'second_factor')).toEqual({
    amr: ['pwd', 'otp', 'mfa'],
    acr: 'https://refeds.org/profile/mfa',
  });
  expect(told('password_trusted_device', 'password')).toEqual({ amr: ['pwd'] });
});

it('an account is known to applications that it may use', async () => {
  const { db } = app.service.context;
  await addApplication(db.write, 'app_all', owner.tenantId);
  await addApplication(db.write, 'app_admins', owner.tenantId, { access: 'restricted', allowed_roles: 'owner admin' });
  const known = async (application: string, { id }: Person) =>
    (await accountFor(db.read, application, id, app.clock.now()))?.id;
  expect(await known('app_all', member)).toBe(member.id);
  expect(await known('app_admins', member)).toBeUndefined();
  expect(await known('app_admins', owner)).toBe(owner.id);
  expect(await known('app_all', await app.owner())).toBeUndefined();
});
