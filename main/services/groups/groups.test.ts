import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { expectGroupEnding, groupEndings } from '#e2e/support/group-endings.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createServiceAccount } from '#e2e/support/service-accounts.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract } from '#shared/contract/index.ts';
import { groupLimits } from '#shared/rules/limits.ts';
import type { WorkspaceRole } from '#shared/rules/roles.ts';

const { groups, team, workspaces, profile } = contract;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const owner = perFile(() => app.owner());
const stranger = perFile(() => app.owner());
const by = (person: Person) => ({ token: person.token });
const at = () => ({ tenant_id: owner.tenantId });

let made = 0;
const workspace = async () => {
  made += 1;
  return (await createWorkspace(app, owner, `Workspace ${made}`)).slug;
};
const roleOf = async (person: Person, slug: string) =>
  (await app.call(workspaces.getWorkspace, { ...at(), slug }, by(person))).my_role;
const membersOf = async (slug: string) =>
  (await app.call(workspaces.listWorkspaceMembers, { ...at(), slug }, by(owner))).members;

describe('a group', () => {
  it('is created, renamed, found and deleted', async () => {
    const group = await createGroup(app, owner, 'Design');
    const renamed = { ...group, name: 'Design team', description: 'They draw.' };
    expect(await app.call(groups.updateGroup, renamed, by(owner))).toMatchObject({
      name: 'Design team',
      description: 'They draw.',
      member_count: 0,
      workspace_count: 0,
      created_by: { user_id: owner.id },
    });
    const found = await app.call(groups.listGroups, { ...at(), q: 'TEAM' }, by(owner));
    expect([found.total, found.groups.map(({ group_id }) => group_id)]).toEqual([1, [group.group_id]]);
    await app.call(groups.deleteGroup, group, by(owner));
    await failsWith(app.call(groups.getGroup, group, by(owner)), 'NOT_FOUND');
  });

  it('is refused beyond the limit of an organization, until another one is deleted', async () => {
    const crowded = await app.owner();
    await sql`
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${groupLimits.perTenant})
      insert into groups (id, tenant_id, name, name_key, description, created_at)
      select 'grp_' || n, ${crowded.tenantId}, 'Group ' || n, 'group ' || n, '', 0
      from numbers`.execute(tablesOf(app.service.context.db.write));
    const create = () => app.call(groups.createGroup, { tenant_id: crowded.tenantId, name: 'One more' }, by(crowded));
    await failsWith(create(), 'TOO_MANY_GROUPS');
    await app.call(groups.deleteGroup, { tenant_id: crowded.tenantId, group_id: 'grp_1' }, by(crowded));
    await create();
  });

  it('has a name that no other group of the organization has', async () => {
    const group = await createGroup(app, owner, 'Sales');
    await failsWith(app.call(groups.createGroup, { ...at(), name: 'SALES' }, by(owner)), 'GROUP_NAME_TAKEN');
    const other = await createGroup(app, owner, 'Sales 2');
    await failsWith(app.call(groups.updateGroup, { ...other, name: 'sales' }, by(owner)), 'GROUP_NAME_TAKEN');
    expect((await app.call(groups.updateGroup, { ...group, name: 'SALES' }, by(owner))).name).toBe('SALES');
    await createGroup(app, stranger, 'Sales');
  });

  it.each([
    ['Field\u00a0work', 'another space'],
    ['Field  work', 'one more space'],
    ['Fi\u200beld work', 'a space without width'],
    ['Field\u00ad work', 'a soft hyphen'],
    ['\uff26ield work', 'a wide letter'],
    ['\ufb01eld work', 'a ligature'],
  ])('has a name that reads like no other: %j has %s', async (name) => {
    const existing = await app.call(groups.listGroups, { ...at(), q: 'field work' }, by(owner));
    if (existing.total === 0) await createGroup(app, owner, 'Field work');
    await failsWith(app.call(groups.createGroup, { ...at(), name }, by(owner)), 'GROUP_NAME_TAKEN');
  });

  it('takes only members of the organization, each once, and says which it did not take', async () => {
    const [first, gone] = [await app.join(owner), await app.join(owner)];
    await app.call(team.removeMember, { ...at(), user_id: gone.id }, by(owner));
    const group = await createGroup(app, owner, 'Some');
    const user_ids = [first.id, gone.id, stranger.id];
    const { results } = await app.call(groups.addGroupMembers, { ...group, user_ids }, by(owner));
    expect(results.map(({ ok, code }) => [ok, code])).toEqual([
      [true, undefined],
      [false, 'MEMBER_NOT_FOUND'],
      [false, 'MEMBER_NOT_FOUND'],
    ]);
    await app.call(groups.addGroupMembers, { ...group, user_ids: [first.id] }, by(owner));
    const { total, members } = await app.call(groups.listGroupMembers, group, by(owner));
    expect([total, members.map(({ user_id }) => user_id)]).toEqual([1, [first.id]]);
    const removed = await app.call(groups.removeGroupMembers, { ...group, user_ids }, by(owner));
    expect(removed.results.map(({ ok }) => ok)).toEqual([true, false, false]);
  });
});

describe('access to a workspace through groups', () => {
  it.each(Object.entries(groupEndings))('begins and ends with the next request, once the group %s', async (_, end) => {
    await expectGroupEnding(app, end);
  });

  it('has the highest role of their own and of all groups, and is counted once', async () => {
    const slug = await workspace();
    const person = await app.join(owner);
    const set = { ...at(), slug, user_id: person.id, role: 'Viewer' as const };
    await app.call(workspaces.setWorkspaceMember, set, by(owner));
    await createGroup(app, owner, 'High A', { members: [person.id, owner.id], workspaces: { [slug]: 'Member' } });
    const admins = await createGroup(app, owner, 'High B', { members: [person.id], workspaces: { [slug]: 'Admin' } });
    expect(await roleOf(person, slug)).toBe('Admin');
    const health = { ...at(), slug, health_score: 12 };
    const changed = await app.call(workspaces.updateWorkspace, health, by(person));
    expect(changed).toMatchObject({ my_role: 'Admin', member_count: 2 });
    const row = (await membersOf(slug)).find(({ user_id }) => user_id === person.id);
    expect(row).toMatchObject({
      role: 'Admin',
      own_role: 'Viewer',
      groups: [
        { name: 'High A', role: 'Member' },
        { name: 'High B', role: 'Admin' },
      ],
    });
    expect(await app.call(workspaces.setWorkspaceMember, set, by(owner))).toEqual({
      ...row,
      granted_at: row?.granted_at,
    });
    await app.call(groups.deleteGroup, admins, by(owner));
    await failsWith(app.call(workspaces.updateWorkspace, { ...health, name: 'x' }, by(person)), 'FORBIDDEN');
    expect(await roleOf(person, slug)).toBe('Member');
  });

  it('is listed as one of their own is', async () => {
    const slug = await workspace();
    const person = await app.join(owner);
    const colleague = await app.join(owner);
    const group = await createGroup(app, owner, 'Listed', {
      members: [person.id, colleague.id],
      workspaces: { [slug]: 'Viewer' },
    });
    const list = await app.call(workspaces.listWorkspaces, at(), by(person));
    expect([list.total, list.workspaces.map((found) => [found.slug, found.my_role])]).toEqual([1, [[slug, 'Viewer']]]);
    const outsider = await app.join(owner);
    expect((await app.call(workspaces.listWorkspaces, at(), by(outsider))).total).toBe(0);
    await failsWith(roleOf(outsider, slug), 'NOT_FOUND');
    const unshared = await app.call(team.listMemberWorkspaces, { ...at(), user_id: colleague.id }, by(outsider));
    expect(unshared.workspaces).toEqual([]);
    const shared = await app.call(team.listMemberWorkspaces, { ...at(), user_id: colleague.id }, by(person));
    expect(shared.workspaces).toEqual([
      expect.objectContaining({
        slug,
        role: 'Viewer',
        own_role: null,
        my_role: 'Viewer',
        groups: [{ group_id: group.group_id, name: 'Listed', role: 'Viewer' }],
      }),
    ]);
    const data = await app.call(profile.exportMe, {}, by(person));
    expect(data).toMatchObject({ workspaces: [{ slug, role: 'Viewer' }], groups: [{ name: 'Listed' }] });
    const preferences = { default_workspace: data.workspaces[0]?.workspace_id ?? '' };
    await app.call(profile.updateMe, { preferences }, by(person));
    const mine = await app.call(groups.listMemberGroups, { ...at(), user_id: person.id }, by(owner));
    expect(mine.groups).toEqual([
      expect.objectContaining({ name: 'Listed', added_by: expect.objectContaining({ user_id: owner.id }) }),
    ]);
  });

  it('does not end with a role of their own, and a role of their own is not needed to end it', async () => {
    const slug = await workspace();
    const person = await app.join(owner);
    const group = await createGroup(app, owner, 'Apart', { members: [person.id], workspaces: { [slug]: 'Viewer' } });
    const own = { ...at(), slug, user_id: person.id };
    await failsWith(app.call(workspaces.removeWorkspaceMember, own, by(owner)), 'MEMBER_NOT_FOUND');
    await app.call(workspaces.setWorkspaceMember, { ...own, role: 'Admin' }, by(owner));
    await app.call(workspaces.removeWorkspaceMember, own, by(owner));
    expect(await roleOf(person, slug)).toBe('Viewer');
    await app.call(groups.deleteGroup, group, by(owner));
    await failsWith(roleOf(person, slug), 'NOT_FOUND');
  });

  it('is part of the preview of a removal, and gone after it', async () => {
    const slug = await workspace();
    const person = await app.join(owner);
    const group = await createGroup(app, owner, 'Leaving', { members: [person.id], workspaces: { [slug]: 'Viewer' } });
    const preview = await app.call(team.previewRemoval, { ...at(), user_ids: person.id }, by(owner));
    expect(preview.workspaces).toEqual([expect.objectContaining({ members: 1 })]);
    await app.call(team.removeMember, { ...at(), user_id: person.id }, by(owner));
    expect((await app.call(groups.listGroupMembers, group, by(owner))).total).toBe(0);
    expect((await membersOf(slug)).map(({ user_id }) => user_id)).toEqual([owner.id]);
  });
});

describe('the preview of a deletion', () => {
  it('counts who would lose a workspace, and not who may enter it otherwise', async () => {
    const slug = await workspace();
    const [alone, own, other] = [await app.join(owner), await app.join(owner), await app.join(owner)];
    const set = { ...at(), slug, user_id: own.id, role: 'Viewer' as const };
    await app.call(workspaces.setWorkspaceMember, set, by(owner));
    await createGroup(app, owner, 'Otherwise', { members: [other.id], workspaces: { [slug]: 'Viewer' } });
    const members = [alone.id, own.id, other.id];
    const group = await createGroup(app, owner, 'Deleted', { members, workspaces: { [slug]: 'Admin' } });
    const preview = await app.call(groups.previewGroupDeletion, group, by(owner));
    expect([preview.members, preview.workspaces.map((found) => found.members)]).toEqual([3, [1]]);
  });
});

describe('a service account', () => {
  it('that is limited to workspaces gives and takes access to no others through groups', async () => {
    const [inside, outside] = [
      await createWorkspace(app, owner, 'Inside'),
      await createWorkspace(app, owner, 'Outside'),
    ];
    const { key } = await createServiceAccount(app, owner, {
      role: 'admin',
      scopes: ['groups.manage', 'workspaces.read', 'workspaces.settings'],
      workspace_ids: [inside.workspace_id],
    });
    const as = { token: key };
    const person = await app.join(owner);
    const group = await createGroup(app, owner, 'By a service');
    await app.call(groups.setGroupWorkspace, { ...group, slug: inside.slug, role: 'Viewer' }, as);
    await app.call(groups.addGroupMembers, { ...group, user_ids: [person.id] }, as);
    const there = { ...group, slug: outside.slug, role: 'Viewer' as const };
    await failsWith(app.call(groups.setGroupWorkspace, there, as), 'NOT_FOUND');
    await app.call(groups.setGroupWorkspace, there, by(owner));
    const { workspaces: seen } = await app.call(groups.listGroupWorkspaces, group, as);
    expect(seen.map(({ slug }) => slug)).toEqual([inside.slug]);
    const refused = [
      () => app.call(groups.addGroupMembers, { ...group, user_ids: [owner.id] }, as),
      () => app.call(groups.removeGroupMembers, { ...group, user_ids: [person.id] }, as),
      () => app.call(groups.deleteGroup, group, as),
      () => app.call(groups.updateGroup, { ...group, name: 'Other' }, as),
      () => app.call(groups.removeGroupWorkspace, { ...group, slug: inside.slug }, as),
    ];
    for (const work of refused) await failsWith(work(), 'FORBIDDEN');
  });
});

describe('a key', () => {
  it('gives a group the role Admin only if it may give anyone that role', async () => {
    const slug = await workspace();
    const group = await createGroup(app, owner, 'By a key');
    const set = (role: WorkspaceRole, token: string) =>
      app.call(groups.setGroupWorkspace, { ...group, slug, role }, { token });
    const scopes = ['groups.manage'] as const;
    const { key } = await createKey(app, owner, { scopes: [...scopes] });
    const { key: service } = await createServiceAccount(app, owner, { role: 'admin', scopes: [...scopes] });
    for (const token of [key, service]) {
      await failsWith(set('Admin', token), 'SCOPE_REQUIRED');
      await set('Member', token);
    }
    const { key: both } = await createKey(app, owner, { scopes: ['groups.manage', 'workspaces.settings'] });
    expect((await set('Admin', both)).role).toBe('Admin');
  });
});
