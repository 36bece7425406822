import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createWorkspace, invite } from '#e2e/support/team.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { deleteWorkspace, getWorkspace, listWorkspaces, updateWorkspace } = contract.workspaces;

const app = perFile(() => createTestService());
const owner = perFile(() => app.owner());

const update = (slug: string, change: object) =>
  app.call(updateWorkspace, { tenant_id: owner.tenantId, slug, ...change }, { token: owner.token });
const get = (slug: string) => app.call(getWorkspace, { tenant_id: owner.tenantId, slug }, { token: owner.token });
const search = async (q: string) =>
  (await app.call(listWorkspaces, { tenant_id: owner.tenantId, q }, { token: owner.token })).workspaces.map(
    ({ slug }) => slug,
  );

describe('updating a workspace', () => {
  it('changes given fields and leaves the rest', async () => {
    const made = await createWorkspace(app, owner, 'Before');
    expect(await update('before', {})).toEqual(made);
    expect(await update('before', { name: 'Übersee' })).toEqual({ ...made, name: 'Übersee' });
    expect(await update('before', { health_score: 42 })).toEqual({ ...made, name: 'Übersee', health_score: 42 });
    const moved = await update('before', { new_slug: 'after' });
    expect(moved).toEqual({ ...made, name: 'Übersee', health_score: 42, slug: 'after' });
    expect(await get('after')).toEqual(moved);
    await failsWith(get('before'), 'NOT_FOUND');
    expect(await search('ÜBERSEE')).toEqual(['after']);
    expect(await search('before')).toEqual([]);
  });

  it('accepts whole health scores from 0 to 100', async () => {
    await createWorkspace(app, owner, 'Health');
    for (const health_score of [0, 1, 99, 100]) {
      expect((await update('health', { health_score })).health_score).toBe(health_score);
    }
    for (const health_score of [-1, 101, 50.5, '50', null, Number.NaN]) {
      const { errors } = await failsWith(update('health', { health_score }), 'VALIDATION_FAILED');
      expect(errors?.[0]?.path).toBe('health_score');
    }
    expect((await get('health')).health_score).toBe(100);
  });

  it('rejects the slug of another workspace, and accepts its own', async () => {
    await createWorkspace(app, owner, 'One');
    await createWorkspace(app, owner, 'Two');
    await failsWith(update('one', { new_slug: 'two', name: 'Renamed' }), 'SLUG_TAKEN');
    expect((await get('one')).name).toBe('One');
    expect((await update('one', { new_slug: 'one', name: 'Same place' })).name).toBe('Same place');
    await failsWith(update('one', { new_slug: 'Not Fine' }), 'VALIDATION_FAILED');
    const { errors } = await failsWith(update('one', { new_slug: 'new' }), 'VALIDATION_FAILED');
    expect(errors?.map(({ reason }) => reason)).toEqual(['slug_reserved']);
    await failsWith(update('one', { owner_id: 'user_x' }), 'VALIDATION_FAILED');
    await failsWith(update('nowhere', { name: 'X' }), 'NOT_FOUND');
  });
});

describe('deleting a workspace', () => {
  it('removes its memberships and its place in invitations, and frees the slug', async () => {
    const { workspace_id, slug } = await createWorkspace(app, owner, 'Doomed');
    const { invitation_id } = await invite(app, owner, 'doomed@example.com', 'member', [workspace_id]);
    const scope = { tenant_id: owner.tenantId, slug };
    expect((await app.call(deleteWorkspace, scope, { token: owner.token })).success).toBe(true);
    await failsWith(get(slug), 'NOT_FOUND');
    await failsWith(app.call(deleteWorkspace, scope, { token: owner.token }), 'NOT_FOUND');
    const { db } = app.service.context;
    for (const table of ['workspace_members', 'invitation_workspaces'] as const) {
      const rows = await tablesOf(db.read)
        .selectFrom(table)
        .selectAll()
        .where('workspace_id', '=', workspace_id)
        .execute();
      expect(rows).toEqual([]);
    }
    const { invitations } = await app.call(
      contract.team.listInvitations,
      { tenant_id: owner.tenantId, q: 'doomed' },
      { token: owner.token },
    );
    expect(invitations).toMatchObject([{ invitation_id, status: 'pending', workspaces: [] }]);
    expect((await createWorkspace(app, owner, 'Doomed')).slug).toBe(slug);
  });
});
