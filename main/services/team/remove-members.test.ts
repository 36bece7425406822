import { describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { openSessions, storedUser } from '#e2e/support/rows.ts';
import { activeOwners, createWorkspace, invite, storedInvitation } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const app = perFile(() => createTestService());
const owner = perFile(() => app.owner());
const admin = perFile(() => app.join(owner, 'admin'));

const remove = async (actor: Person, user_ids: string[]) => {
  const input = { tenant_id: actor.tenantId, user_ids };
  return (await app.call(contract.team.removeMembers, input, { token: actor.token })).results;
};
const statusOf = async (person: Person) => (await storedUser(app, person.id)).status;

describe('removing many members', () => {
  it('does for each what the single operation does, and one refusal stops no other', async () => {
    const stranger = await app.owner();
    const [one, two] = [await app.join(owner, 'admin'), await app.join(owner)];
    const { workspace_id } = await createWorkspace(app, one, 'Inherited');
    const { invitation_id } = await invite(app, one, 'by-one@example.com');
    const before = (await auditRows(app, owner.tenantId)).length;

    const results = await remove(admin, [one.id, owner.id, stranger.id, 'user_nobody', two.id]);

    expect(results).toEqual([
      { user_id: one.id, ok: true },
      { user_id: owner.id, ok: false, code: 'ROLE_NOT_ALLOWED', reason: 'role', detail: expect.stringMatching(/./) },
      { user_id: stranger.id, ok: false, code: 'MEMBER_NOT_FOUND', detail: expect.stringMatching(/./) },
      { user_id: 'user_nobody', ok: false, code: 'MEMBER_NOT_FOUND', detail: expect.stringMatching(/./) },
      { user_id: two.id, ok: true },
    ]);
    expect([await statusOf(one), await statusOf(two)]).toEqual(['removed', 'removed']);
    expect([await statusOf(owner), await statusOf(stranger)]).toEqual(['active', 'active']);
    expect([await openSessions(app, one.id), await openSessions(app, two.id)]).toEqual([[], []]);
    expect((await storedInvitation(app, invitation_id)).status).toBe('revoked');
    const workspace = await tablesOf(app.service.context.db.read)
      .selectFrom('workspaces')
      .select('owner_id')
      .where('id', '=', workspace_id)
      .executeTakeFirstOrThrow();
    expect(workspace.owner_id).toBe(owner.id);
    const rows = (await auditRows(app, owner.tenantId)).slice(before);
    expect(rows.map(({ action, target_id }) => [action, target_id])).toEqual([
      ['removeMember', one.id],
      ['removeMember', two.id],
    ]);
  });

  it('keeps an owner, and stops if the acting member leaves on the way', async () => {
    const second = await app.join(owner, 'owner');
    const late = await app.join(owner);
    expect(await remove(second, [second.id, late.id])).toMatchObject([
      { ok: true },
      { ok: false, code: 'ROLE_NOT_ALLOWED' },
    ]);
    expect(await statusOf(late)).toBe('active');
    expect(await remove(owner, [late.id, owner.id])).toMatchObject([{ ok: true }, { ok: false, code: 'LAST_OWNER' }]);
    expect(await activeOwners(app, owner.tenantId)).toHaveLength(1);
  });
});
