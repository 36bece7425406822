import { describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { storedUser } from '#e2e/support/rows.ts';
import { activeOwners, addMember, invite, storedInvitation } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { bulkLimits } from '#shared/rules/limits.ts';
import type { Role } from '#shared/rules/roles.ts';

const app = perFile(() => createTestService());
const owner = perFile(() => app.owner());
const admin = perFile(() => app.join(owner, 'admin'));

const change = async (actor: Person, user_ids: string[], role: Role, from?: Role) => {
  const input = { tenant_id: actor.tenantId, user_ids, role, ...(from && { from }) };
  return (await app.call(contract.team.changeRoles, input, { token: actor.token })).results;
};
let added = 0;
const member = async (role: Role = 'member'): Promise<string> => {
  added += 1;
  const id = `user_roles_${added}`;
  await addMember(app, owner.tenantId, { id, name: `Person ${added}`, email: `roles.${added}@example.com`, role });
  return id;
};
const roleOf = async (id: string): Promise<Role> => (await storedUser(app, id)).role;

describe('changing many roles', () => {
  it('returns a result for each in the requested order, and one refusal stops no other', async () => {
    const stranger = await app.owner();
    const [one, two] = [await member(), await member()];
    const results = await change(admin, [one, owner.id, 'user_nobody', stranger.id, two], 'admin');
    expect(results).toEqual([
      { user_id: one, ok: true },
      { user_id: owner.id, ok: false, code: 'ROLE_NOT_ALLOWED', reason: 'role', detail: expect.stringMatching(/./) },
      { user_id: 'user_nobody', ok: false, code: 'MEMBER_NOT_FOUND', detail: expect.stringMatching(/./) },
      { user_id: stranger.id, ok: false, code: 'MEMBER_NOT_FOUND', detail: expect.stringMatching(/./) },
      { user_id: two, ok: true },
    ]);
    expect([await roleOf(one), await roleOf(two), await roleOf(owner.id)]).toEqual(['admin', 'admin', 'owner']);
    expect(await roleOf(stranger.id)).toBe('owner');
  });

  it('writes an audit row for each changed member, and none for the others', async () => {
    const [one, two, same] = [await member(), await member(), await member('admin')];
    const before = (await auditRows(app, owner.tenantId)).length;
    await change(owner, [one, same, two, 'user_nobody'], 'admin');
    const rows = (await auditRows(app, owner.tenantId)).slice(before);
    expect(rows.map(({ action, target_id }) => [action, target_id])).toEqual([
      ['changeRole', one],
      ['changeRole', two],
    ]);
  });

  it('handles a duplicate once', async () => {
    const one = await member();
    expect(await change(owner, [one, one], 'admin')).toEqual([{ user_id: one, ok: true }]);
  });

  it('skips members whose role is no longer the expected one', async () => {
    const [one, other] = [await member('admin'), await member()];
    const results = await change(owner, [one, other], 'owner', 'admin');
    expect(results).toMatchObject([{ ok: true }, { ok: false, code: 'STATE_CONFLICT' }]);
    expect([await roleOf(one), await roleOf(other)]).toEqual(['owner', 'member']);
    await change(owner, [one], 'member');
  });

  it('keeps an owner, and stops if the acting member steps down on the way', async () => {
    const second = await app.join(owner, 'owner');
    const late = await member();
    const results = await change(second, [second.id, owner.id, late], 'member');
    expect(results).toMatchObject([
      { ok: true },
      { ok: false, code: 'ROLE_NOT_ALLOWED' },
      { ok: false, code: 'ROLE_NOT_ALLOWED' },
    ]);
    expect(await change(owner, [owner.id], 'admin')).toMatchObject([{ ok: false, code: 'LAST_OWNER' }]);
    expect(await activeOwners(app, owner.tenantId)).toHaveLength(1);
  });

  it('revokes invitations with the right to send them, like the single operation', async () => {
    const sender = await app.join(owner, 'admin');
    const { invitation_id } = await invite(app, sender, 'sent-by-many@example.com', 'admin');
    await change(owner, [sender.id], 'member');
    expect((await storedInvitation(app, invitation_id)).status).toBe('revoked');
  });

  it('accepts 1 to 500 at once', async () => {
    const many = Array.from({ length: bulkLimits.items }, (_, index) => `user_missing_${index}`);
    expect(await change(owner, many, 'admin')).toHaveLength(bulkLimits.items);
    await failsWith(change(owner, [...many, 'user_more'], 'admin'), 'VALIDATION_FAILED');
    await failsWith(change(owner, [], 'admin'), 'VALIDATION_FAILED');
  });
});
