import { describe, expect, it } from 'vitest';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createServiceAccount } from '#e2e/support/service-accounts.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { toIso } from '../../platform/clock.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import { deleteUser } from '../../storage/store/identity/account-deletion.ts';
import type { PageEnd } from '../../storage/store/paging.ts';
import { type AccessRow, listAccess } from '../../storage/store/team/access-review.ts';

const { team, workspaces } = contract;
const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const by = ({ token }: Person) => ({ token });

type Asked = { q?: string; kind?: 'role' | 'workspace' | 'group' | 'custom_role'; limit?: number; offset?: number };
const review = (caller: Person, asked: Asked = {}) =>
  app.call(team.listAccessReview, { tenant_id: caller.tenantId, ...asked }, by(caller));

type Access = OutputOf<typeof team.listAccessReview>['access'][number];
const summary = ({ kind, role, workspace, group, custom_role, since, given_by }: Access) => [
  kind,
  role ?? custom_role?.role_id ?? null,
  workspace?.slug ?? null,
  group?.name ?? null,
  since,
  given_by?.user_id ?? null,
];
const of = async (caller: Person, person: Person) =>
  (await review(caller, { q: person.email })).access.filter(({ holder }) => holder.id === person.id).map(summary);

describe('an access review', () => {
  it('lists everything that a member has, since when and by whom', async () => {
    const owner = await app.owner();
    const admin = await app.join(owner, 'admin');
    const member = await app.join(owner);
    const joined = toIso(app.clock.now());
    expect(await of(owner, member)).toEqual([['role', 'member', null, null, joined, owner.id]]);
    const { slug } = await createWorkspace(app, owner, 'Shop');
    const at = { tenant_id: owner.tenantId };
    app.clock.advance(1_000);
    const own = toIso(app.clock.now());
    await app.call(workspaces.setWorkspaceMember, { ...at, slug, user_id: member.id, role: 'Viewer' }, by(admin));
    app.clock.advance(1_000);
    const grouped = toIso(app.clock.now());
    const group = await createGroup(app, admin, 'Sales', { members: [member.id] });
    app.clock.advance(1_000);
    const opened = toIso(app.clock.now());
    await app.call(contract.groups.setGroupWorkspace, { ...group, slug, role: 'Member' }, by(owner));
    const { role_id } = await createCustomRole(app, owner, ['settings.read'], [member.id, group.group_id]);
    expect(await of(owner, member)).toEqual([
      ['role', 'member', null, null, joined, owner.id],
      ['workspace', 'Viewer', slug, null, own, admin.id],
      ['workspace', 'Member', slug, 'Sales', opened, owner.id],
      ['group', null, null, 'Sales', grouped, admin.id],
      ['custom_role', role_id, null, null, opened, owner.id],
      ['custom_role', role_id, null, 'Sales', opened, owner.id],
    ]);
    app.clock.advance(1_000);
    await app.call(team.changeRole, { ...at, user_id: member.id, role: 'admin' }, by(admin));
    const [role] = await of(owner, member);
    expect(role).toEqual(['role', 'admin', null, null, toIso(app.clock.now()), admin.id]);
    expect((await review(owner, { q: member.email, kind: 'group' })).access.map(summary)).toEqual([
      ['group', null, null, 'Sales', grouped, admin.id],
    ]);
  });

  it('lists service accounts with their roles', async () => {
    const owner = await app.owner();
    const { account_id } = await createServiceAccount(app, owner);
    const { role_id } = await createCustomRole(app, owner, ['settings.read'], [account_id]);
    const { access } = await review(owner, { q: 'robot' });
    const now = toIso(app.clock.now());
    expect(access.filter(({ holder }) => holder.id === account_id).map(summary)).toEqual([
      ['role', expect.any(String), null, null, now, owner.id],
      ['custom_role', role_id, null, null, now, owner.id],
    ]);
    expect(access[0]?.holder).toMatchObject({ kind: 'service_account', email: null, status: 'active' });
    // Whoever changes something else has given no role.
    const admin = await app.join(owner, 'admin');
    app.clock.advance(1_000);
    const at = { tenant_id: owner.tenantId, account_id };
    const update = contract.serviceAccounts.updateServiceAccount;
    await app.call(update, { ...at, description: 'Deploys', role: 'member' }, by(admin));
    const roleOf = async () => (await review(owner, { q: 'robot', kind: 'role' })).access.map(summary);
    expect(await roleOf()).toEqual([['role', 'member', null, null, now, owner.id]]);
    await app.call(update, { ...at, role: 'admin', password: admin.password }, by(admin));
    expect(await roleOf()).toEqual([['role', 'admin', null, null, toIso(app.clock.now()), admin.id]]);
  });

  it('invents nothing: what version 0.1 gave, and who is deleted, is not known', async () => {
    const owner = await app.owner();
    const admin = await app.join(owner, 'admin');
    const member = await app.join(admin);
    const { write } = app.service.context.db;
    expect((await of(owner, member))[0]?.at(-1)).toBe(admin.id);
    await deleteUser(write, admin.id);
    const joined = toIso(app.clock.now());
    expect(await of(owner, member)).toEqual([['role', 'member', null, null, joined, null]]);
    await tablesOf(write).deleteFrom('given_roles').where('user_id', '=', member.id).execute();
    expect(await of(owner, member)).toEqual([['role', 'member', null, null, null, null]]);
  });

  it('reads on where a page ended, whatever each member has', async () => {
    const owner = await app.owner();
    const people = await Promise.all([1, 2, 3, 4].map(() => app.join(owner)));
    for (const name of ['A', 'B', 'C']) {
      const { slug } = await createWorkspace(app, owner, name);
      await createGroup(app, owner, name, {
        members: people.slice(1).map(({ id }) => id),
        workspaces: { [slug]: 'Viewer' },
      });
    }
    const { read } = app.service.context.db;
    for (const kind of [undefined, 'workspace', 'group', 'role', 'custom_role'] as const) {
      const filter = kind && { kind };
      const at = { tenantId: owner.tenantId, kind };
      const { rows: whole } = await listAccess(read, at, { limit: 100, offset: 0 });
      const all = await review(owner, { ...filter, limit: 100 });
      expect(all.total).toBe(all.access.length);
      for (const limit of [1, 2, 7]) {
        const pages: AccessRow[] = [];
        let after: PageEnd | undefined;
        do {
          const { rows, end } = await listAccess(read, at, { limit, offset: 0, after });
          pages.push(...rows);
          after = end;
        } while (after);
        expect(pages).toEqual(whole);
      }
      const { access } = await review(owner, { ...filter, limit: 3, offset: 2 });
      expect(access).toEqual(all.access.slice(2, 5));
    }
  });

  it('is for those who may read the audit log, and of their organization', async () => {
    const owner = await app.owner();
    const member = await app.join(owner);
    await failsWith(review(member), 'FORBIDDEN');
    await createCustomRole(app, owner, ['audit.read'], [member.id]);
    const { access } = await review(member);
    expect(new Set(access.map(({ holder }) => holder.id))).toEqual(new Set([owner.id, member.id]));
    const stranger = await app.owner();
    const foreign = { tenant_id: owner.tenantId };
    await failsWith(app.call(team.listAccessReview, foreign, by(stranger)), 'NOT_FOUND');
  });
});
