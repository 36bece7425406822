import { beforeAll, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import type { WorkspaceRole } from '#shared/rules/roles.ts';

const { getWorkspace, listWorkspaceMembers, removeWorkspaceMember, setWorkspaceMember, updateWorkspace } =
  contract.workspaces;

const app = perFile(() => createTestService());
const owner = perFile(() => app.owner());
const admin = perFile(() => app.join(owner, 'admin'));
const stranger = perFile(() => app.owner());
let people: Record<WorkspaceRole | 'outsider', Person>;
const slug = 'the-workspace';
beforeAll(async () => {
  await createWorkspace(app, owner, 'The workspace');
  people = {
    Admin: await app.join(owner),
    Member: await app.join(owner),
    Viewer: await app.join(owner),
    outsider: await app.join(owner),
  };
  for (const role of ['Admin', 'Member', 'Viewer'] as const) await set(owner, people[role].id, role);
});

const scope = (person: Person) => ({ tenant_id: person.tenantId, slug });
const set = (actor: Person, userId: string, role: WorkspaceRole) =>
  app.call(setWorkspaceMember, { ...scope(actor), user_id: userId, role }, { token: actor.token });
const unset = (actor: Person, userId: string) =>
  app.call(removeWorkspaceMember, { ...scope(actor), user_id: userId }, { token: actor.token });
const update = (actor: Person, change: object) =>
  app.call(updateWorkspace, { ...scope(actor), ...change }, { token: actor.token });
const get = (actor: Person) => app.call(getWorkspace, scope(actor), { token: actor.token });
const members = (actor: Person, query: object = {}) =>
  app.call(listWorkspaceMembers, { ...scope(actor), ...query }, { token: actor.token });

describe('access to a workspace', () => {
  it('allows reading to its members of any role, and to tenant owners and admins', async () => {
    for (const role of ['Admin', 'Member', 'Viewer'] as const) {
      expect(await get(people[role])).toMatchObject({ slug, my_role: role, member_count: 4 });
      expect((await members(people[role])).total).toBe(4);
    }
    expect((await get(admin)).my_role).toBeNull();
    expect((await get(owner)).my_role).toBe('Admin');
  });

  it('allows its Admin to change settings and members, but not its Member and Viewer', async () => {
    expect(await update(people.Admin, { health_score: 70 })).toMatchObject({ health_score: 70, my_role: 'Admin' });
    expect((await set(people.Admin, people.outsider.id, 'Viewer')).role).toBe('Viewer');
    await unset(people.Admin, people.outsider.id);
    for (const role of ['Member', 'Viewer'] as const) {
      await failsWith(update(people[role], { name: 'Taken over' }), 'FORBIDDEN');
      await failsWith(set(people[role], people[role].id, 'Admin'), 'FORBIDDEN');
      await failsWith(unset(people[role], people.Admin.id), 'FORBIDDEN');
    }
    expect(await get(owner)).toMatchObject({ health_score: 70, member_count: 4 });
  });

  it('allows its Member to set the health score and nothing else, and its Viewer not even that', async () => {
    expect((await update(people.Member, { health_score: 65 })).health_score).toBe(65);
    for (const change of [{ description: 'x' }, { new_slug: 'x' }, { health_score: 64, name: 'x' }, {}]) {
      await failsWith(update(people.Member, change), 'FORBIDDEN');
    }
    await failsWith(update(people.Viewer, { health_score: 64 }), 'FORBIDDEN');
    await failsWith(update(people.outsider, { health_score: 64 }), 'NOT_FOUND');
    expect(await get(owner)).toMatchObject({ health_score: 65, name: 'The workspace', slug, description: '' });
    await update(owner, { health_score: 70 });
  });

  it('ends with the role from the next request on', async () => {
    await set(admin, people.Member.id, 'Admin');
    await update(people.Member, { health_score: 71 });
    await set(admin, people.Member.id, 'Viewer');
    await failsWith(update(people.Member, { health_score: 72 }), 'FORBIDDEN');
    await unset(admin, people.Member.id);
    await failsWith(get(people.Member), 'NOT_FOUND');
    await set(admin, people.Member.id, 'Member');
  });
});

describe('members of a workspace', () => {
  it('are added once each, and change role by being set again', async () => {
    const answer = await set(owner, people.outsider.id, 'Viewer');
    expect(answer).toEqual({
      user_id: people.outsider.id,
      granted_at: expect.any(String),
      granted_by: { user_id: owner.id, name: expect.any(String) },
      name: people.outsider.name,
      email: people.outsider.email,
      role: 'Viewer',
      own_role: 'Viewer',
      groups: [],
    });
    await set(owner, people.outsider.id, 'Member');
    const { total, members: rows } = await members(owner, { q: people.outsider.email.toUpperCase() });
    expect({ total, roles: rows.map(({ role }) => role) }).toEqual({ total: 1, roles: ['Member'] });
    expect((await unset(owner, people.outsider.id)).success).toBe(true);
    await failsWith(unset(owner, people.outsider.id), 'MEMBER_NOT_FOUND');
    expect((await members(owner)).total).toBe(4);
  });

  it('come only from the tenant, and not from its removed members', async () => {
    const gone = await app.join(owner);
    await app.call(contract.team.removeMember, { tenant_id: owner.tenantId, user_id: gone.id }, { token: owner.token });
    for (const id of [stranger.id, gone.id, 'user_missing']) {
      await failsWith(set(owner, id, 'Member'), 'MEMBER_NOT_FOUND');
      await failsWith(unset(owner, id), 'MEMBER_NOT_FOUND');
    }
    expect((await members(owner)).total).toBe(4);
  });

  it('are paged by name without gap or overlap', async () => {
    const whole = (await members(owner)).members.map(({ user_id }) => user_id);
    const names = (await members(owner)).members.map(({ name }) => name.toLowerCase());
    expect(names).toEqual(names.toSorted());
    const pieces = [];
    for (let offset = 0; offset < 4; offset += 3) {
      pieces.push(...(await members(owner, { limit: 3, offset })).members.map(({ user_id }) => user_id));
    }
    expect(pieces).toEqual(whole);
  });

  it('need an existing role', async () => {
    await failsWith(set(owner, people.outsider.id, 'Owner' as WorkspaceRole), 'VALIDATION_FAILED');
    await failsWith(set(owner, people.outsider.id, 'admin' as WorkspaceRole), 'VALIDATION_FAILED');
  });
});
