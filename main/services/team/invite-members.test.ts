import { describe, expect, it, vi } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createWorkspace, invite, mailsTo } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import type { Role } from '#shared/rules/roles.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const app = perFile(() => createTestService());
const owner = perFile(() => app.owner());

const inviteMany = async (actor: Person, emails: string[], role: Role = 'member', workspaces: string[] = []) => {
  const input = { tenant_id: actor.tenantId, emails, role, workspaces };
  return (await app.call(contract.team.inviteMembers, input, { token: actor.token })).results;
};

describe('inviting many addresses', () => {
  it('returns a result for each, and neither an invalid one nor a member stops the others', async () => {
    const member = await app.join(owner);
    await invite(app, owner, 'waiting@example.com');
    const before = (await auditRows(app, owner.tenantId)).length;
    const results = await inviteMany(owner, [
      'first@example.com',
      'not an address',
      member.email,
      'WAITING@example.com',
      '',
      'x'.repeat(70_000),
      ' Last@Example.com ',
    ]);
    expect(results).toMatchObject([
      { email: 'first@example.com', ok: true },
      { email: 'not an address', ok: false, code: 'VALIDATION_FAILED', detail: 'email: Enter a valid email address' },
      { email: member.email, ok: false, code: 'ALREADY_MEMBER' },
      { email: 'waiting@example.com', ok: false, code: 'ALREADY_INVITED' },
      { email: '', ok: false, code: 'VALIDATION_FAILED' },
      { ok: false, code: 'VALIDATION_FAILED' },
      { email: 'last@example.com', ok: true },
    ]);
    expect([await mailsTo(app, 'first@example.com'), await mailsTo(app, 'last@example.com')]).toMatchObject([
      [{ kind: 'invitation', status: 'queued' }],
      [{ kind: 'invitation', status: 'queued' }],
    ]);
    const rows = (await auditRows(app, owner.tenantId)).slice(before);
    expect(rows.map(({ action, target_label }) => [action, target_label])).toEqual([
      ['inviteMember', 'first@example.com'],
      ['inviteMember', 'last@example.com'],
    ]);
  });

  it('invites a duplicate address once', async () => {
    const results = await inviteMany(owner, ['twice@example.com', ' TWICE@example.com']);
    expect(results).toEqual([
      { email: 'twice@example.com', ok: true, invitation_id: expect.stringMatching(/^inv_/), email_held: false },
    ]);
    expect(await mailsTo(app, 'twice@example.com')).toHaveLength(1);
  });

  it("invites only to workspaces of the user's own tenant", async () => {
    const stranger = await app.owner();
    const own = await createWorkspace(app, owner, 'Ours');
    const foreign = await createWorkspace(app, stranger, 'Theirs');
    expect(await inviteMany(owner, ['into@example.com'], 'member', [own.workspace_id])).toMatchObject([{ ok: true }]);
    expect(await inviteMany(owner, ['out@example.com'], 'member', [foreign.workspace_id])).toMatchObject([
      { ok: false, code: 'WORKSPACE_NOT_FOUND' },
    ]);
  });

  it("grants no role above the user's own", async () => {
    const admin = await app.join(owner, 'admin');
    const member = await app.join(owner);
    expect(await inviteMany(admin, ['too-high@example.com'], 'owner')).toMatchObject([
      { ok: false, code: 'ROLE_NOT_ALLOWED' },
    ]);
    await failsWith(inviteMany(member, ['from-member@example.com']), 'FORBIDDEN');
  });

  it.each([
    ['falls', { role: 'member' }],
    ['is about to leave', { status: 'pending_deletion' }],
  ] as const)('stops if the sender %s on the way', async (how, change) => {
    const admin = await app.join(owner, 'admin');
    const before = `before-${how.replaceAll(' ', '-')}@example.com`;
    const { outbox } = app.service.context;
    const queue = outbox.queue.bind(outbox);
    const spy = vi.spyOn(outbox, 'queue').mockImplementation(async (db, mail) => {
      await queue(db, mail);
      if (mail.recipient !== before) return;
      await tablesOf(db).updateTable('users').set(change).where('id', '=', admin.id).execute();
    });
    const results = await inviteMany(admin, [before, `after-${before}`]);
    spy.mockRestore();
    expect(results).toMatchObject([{ ok: true }, { ok: false, code: 'ROLE_NOT_ALLOWED' }]);
  });

  it('reports an unexpected error as INTERNAL, logs its cause, and continues', async () => {
    const { log, outbox } = app.service.context;
    const queue = outbox.queue.bind(outbox);
    const cause = new Error('the seal broke');
    const logged = vi.spyOn(log, 'error');
    const spy = vi.spyOn(outbox, 'queue').mockImplementation(async (db, mail) => {
      if (mail.recipient === 'broken@example.com') throw cause;
      await queue(db, mail);
    });
    const results = await inviteMany(owner, ['broken@example.com', 'whole@example.com']);
    expect(logged).toHaveBeenCalledWith({ err: cause }, expect.anything());
    spy.mockRestore();
    logged.mockRestore();
    expect(results).toMatchObject([{ ok: false, code: 'INTERNAL' }, { ok: true }]);
    expect(JSON.stringify(results)).not.toContain('seal');
    expect(await inviteMany(owner, ['broken@example.com'])).toMatchObject([{ ok: true }]);
  });
});
