import { describe, expect, it } from 'vitest';
import { addApplication } from '#e2e/support/applications.ts';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { storedUser } from '#e2e/support/rows.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import type { UserRow } from '../identity/users.ts';
import {
  listUsableApplications,
  mayUseApplication,
  setApplicationCustomRoles,
  setApplicationGroups,
} from './application-access.ts';
import type { ApplicationRow } from './applications.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const owner = perFile(() => app.owner());
const member = perFile(() => app.join(owner, 'member'));
const guest = perFile(async () => {
  const person = await app.join(owner, 'member');
  const of = { tenant_id: owner.tenantId, user_id: person.id };
  await app.call(contract.team.setGuest, { ...of, guest: true }, { token: owner.token });
  return person;
});

let made = 0;
const addOne = async (change: Partial<ApplicationRow>) => {
  made += 1;
  const id = `app_${made}`;
  await addApplication(app.service.context.db.write, id, owner.tenantId, change);
  return id;
};

/** Whether someone may use an application. Its list for them has to say the same. */
const mayUse = async (id: string, { id: userId }: Person, change: Partial<UserRow> = {}) => {
  const { read } = app.service.context.db;
  const user = { ...(await storedUser(app, userId)), ...change };
  const may = await mayUseApplication(read, { id, tenant_id: owner.tenantId }, user);
  const listed = (await listUsableApplications(read, user)).some((application) => application.id === id);
  if (user.status === 'active') expect(listed).toBe(may);
  return may;
};

describe('an application for everyone', () => {
  it('is for members of its organization, but not for guests', async () => {
    const id = await addOne({});
    expect([await mayUse(id, owner), await mayUse(id, member), await mayUse(id, guest)]).toEqual([true, true, false]);
    expect(await mayUse(id, await app.owner())).toBe(false);
  });

  it('is for active accounts alone', async () => {
    const id = await addOne({});
    for (const status of ['disabled', 'pending_deletion', 'removed'] as const) {
      expect(await mayUse(id, member, { status })).toBe(false);
    }
  });
});

describe('a restricted application', () => {
  it('is for nobody if nobody is named', async () => {
    const id = await addOne({ access: 'restricted' });
    expect([await mayUse(id, owner), await mayUse(id, member), await mayUse(id, guest)]).toEqual([false, false, false]);
  });

  it('is for those whose role is named', async () => {
    const id = await addOne({ access: 'restricted', allowed_roles: 'owner guest' });
    expect([await mayUse(id, owner), await mayUse(id, member), await mayUse(id, guest)]).toEqual([true, false, true]);
  });

  it('is for the members of a group, guests too, until the group is gone', async () => {
    const id = await addOne({ access: 'restricted' });
    const group = await createGroup(app, owner, 'Readers', { members: [member.id, guest.id] });
    await setApplicationGroups(app.service.context.db.write, id, [group.group_id]);
    expect([await mayUse(id, owner), await mayUse(id, member), await mayUse(id, guest)]).toEqual([false, true, true]);
    await app.call(contract.groups.deleteGroup, group, { token: owner.token });
    expect([await mayUse(id, owner), await mayUse(id, member), await mayUse(id, guest)]).toEqual([false, false, false]);
  });

  it('is for the holders of a custom role, of their own or by a group, but not for guests', async () => {
    const id = await addOne({ access: 'restricted' });
    const group = await createGroup(app, owner, 'Auditors', { members: [member.id, guest.id] });
    const { role_id } = await createCustomRole(app, owner, ['audit.read'], [group.group_id]);
    await setApplicationCustomRoles(app.service.context.db.write, id, [role_id]);
    expect([await mayUse(id, owner), await mayUse(id, member), await mayUse(id, guest)]).toEqual([false, true, false]);
    const own = await createCustomRole(app, owner, ['audit.read'], [owner.id]);
    await setApplicationCustomRoles(app.service.context.db.write, id, [own.role_id]);
    expect([await mayUse(id, owner), await mayUse(id, member)]).toEqual([true, false]);
  });

  it('is not for everyone if it names people from before', async () => {
    const id = await addOne({ access: 'everyone', allowed_roles: 'guest' });
    expect(await mayUse(id, guest)).toBe(false);
  });
});
