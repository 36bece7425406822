import { describe, expect, it } from 'vitest';
import { foreignKeyFaults } from '#e2e/support/engine.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createWorkspace, invite, scheduleDeletion } from '#e2e/support/team.ts';
import { createTestService, type Person, testPassword } from '#e2e/support/test-service.ts';
import type { Schema } from '#main/storage/database/schema.ts';
import { contract } from '#shared/contract/index.ts';
import { day, minute } from '#shared/rules/limits.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { purge } from './purge.ts';

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner());

const run = () => purge(app.service.context);
const rows = (table: keyof Schema) => tablesOf(app.service.context.db.read).selectFrom(table).selectAll().execute();
const userIds = async () =>
  (await tablesOf(app.service.context.db.read).selectFrom('users').select('id').execute()).map(({ id }) => id);
const loginOf = ({ email, password }: Person) => app.call(contract.auth.login, { email, password });
const referenceFaults = () => foreignKeyFaults(app.service.context.db.read);

describe('accounts pending deletion (seed 000 §3)', () => {
  it('are deleted exactly 30 days later, and can be restored until then', async () => {
    const [early, late] = [await app.join(owner), await app.join(owner)];
    const start = app.clock.now();
    await scheduleDeletion(app, early);
    await scheduleDeletion(app, late);
    app.clock.set(start + 30 * day - 1);
    await run();
    expect(await userIds()).toEqual(expect.arrayContaining([early.id, late.id]));
    const { restore_token = '' } = await failsWith(loginOf(late), 'ACCOUNT_PENDING_DELETION');
    await app.call(contract.auth.restoreAccount, { restore_token });
    app.clock.set(start + 30 * day);
    await run();
    expect((await userIds()).sort()).toEqual([owner.id, late.id].sort());
    await failsWith(loginOf(early), 'INVALID_CREDENTIALS');
    await loginOf(late);
    expect(await referenceFaults()).toEqual([]);
  });

  it('cannot be restored after their time, even before the purge has run', async () => {
    const person = await app.join(owner);
    await scheduleDeletion(app, person);
    app.clock.advance(30 * day - minute);
    const { restore_token = '' } = await failsWith(loginOf(person), 'ACCOUNT_PENDING_DELETION');
    app.clock.advance(minute);
    await failsWith(app.call(contract.auth.restoreAccount, { restore_token }), 'LINK_INVALID');
    await failsWith(loginOf(person), 'INVALID_CREDENTIALS');
    await run();
    expect(await userIds()).toEqual([owner.id]);
  });

  it("lose all their data, and no one else's; what they own passes to an owner", async () => {
    const admin = await app.join(owner, 'admin');
    const { workspace_id } = await createWorkspace(app, admin, 'Handed on');
    await invite(app, admin, 'by-admin@example.com');
    const mine = await invite(app, owner, 'by-owner@example.com');
    await app.call(contract.auth.forgotPassword, { email: admin.email });
    await app.service.mailWorker.drain();
    for (const trace of [admin.name, admin.email]) expect(JSON.stringify(await rows('mails'))).toContain(trace);
    await scheduleDeletion(app, admin);
    await failsWith(loginOf(admin), 'ACCOUNT_PENDING_DELETION');
    app.clock.advance(30 * day);
    await run();
    expect(await userIds()).toEqual([owner.id]);
    expect(await rows('workspaces')).toMatchObject([{ id: workspace_id, owner_id: owner.id }]);
    for (const table of ['sessions', 'one_time_tokens', 'mails', 'workspace_members'] as const) {
      expect(JSON.stringify(await rows(table))).not.toContain(admin.id);
    }
    // Emails hold no id: they name the sender of an invitation and the recipient.
    const mails = JSON.stringify(await rows('mails'));
    expect(mails).toContain('by-owner@example.com');
    for (const trace of [admin.name, admin.email]) expect(mails).not.toContain(trace);
    const invitations = await tablesOf(app.service.context.db.read).selectFrom('invitations').select('id').execute();
    expect(invitations.map(({ id }) => id)).toContain(mine.invitation_id);
    expect(JSON.stringify(await rows('invitations'))).not.toContain('by-admin@example.com');
    expect(await referenceFaults()).toEqual([]);
  });

  it('free the address for a new account', async () => {
    const person = await app.join(owner);
    await scheduleDeletion(app, person);
    await failsWith(app.owner(person.email), 'EMAIL_TAKEN');
    app.clock.advance(30 * day);
    await run();
    const again = await app.owner(person.email);
    expect(again.id).not.toBe(person.id);
    expect(again.tenantId).not.toBe(owner.tenantId);
  });

  it('free the address on time, even if the purge has not run yet', async () => {
    const [first, second, third] = [await app.join(owner), await app.join(owner), await app.join(owner)];
    for (const person of [first, second, third]) await scheduleDeletion(app, person);
    app.clock.advance(30 * day - 1);
    await failsWith(app.owner(first.email), 'EMAIL_TAKEN');
    app.clock.advance(1);
    const again = await app.owner(first.email);
    const host = await app.owner();
    await invite(app, host, second.email);
    const accepted = {
      name: 'Second',
      password: testPassword,
      token: await app.mailedToken(second.email, 'invitation'),
    };
    expect((await app.call(contract.team.acceptInvitation, accepted)).user.email).toBe(second.email);
    await app.call(
      contract.profile.changeEmail,
      { new_email: third.email, password: host.password },
      { token: host.token },
    );
    await app.call(contract.auth.verifyEmail, { token: await app.mailedToken(third.email, 'verification') });
    await run();
    const left = (await rows('users')).map(({ id }) => id);
    for (const person of [first, second, third]) expect(left).not.toContain(person.id);
    expect(left).toEqual(expect.arrayContaining([again.id, host.id]));
  });
});

describe('a tenant whose last member leaves', () => {
  it('is deleted with all its data at the same time, and other tenants stay', async () => {
    const other = await app.owner();
    await createWorkspace(app, other, 'Stays');
    await createWorkspace(app, owner, 'Goes');
    const removed = await app.join(owner);
    await app.call(
      contract.team.removeMember,
      { tenant_id: owner.tenantId, user_id: removed.id },
      { token: owner.token },
    );
    await invite(app, owner, 'never@example.com');
    const token = await app.mailedToken('never@example.com');
    await scheduleDeletion(app, owner);
    await failsWith(app.call(contract.team.lookupInvitation, { token }), 'LINK_INVALID');
    app.clock.advance(30 * day - 1);
    await run();
    expect(await rows('tenants')).toHaveLength(2);
    app.clock.advance(1);
    await run();
    expect(await rows('tenants')).toMatchObject([{ id: other.tenantId }]);
    expect(await userIds()).toEqual([other.id]);
    expect(await rows('workspaces')).toMatchObject([{ name: 'Stays' }]);
    expect(await rows('invitations')).toEqual([]);
    expect(await referenceFaults()).toEqual([]);
  });

  it('is fully restored with that member', async () => {
    await createWorkspace(app, owner, 'Back');
    await scheduleDeletion(app, owner);
    app.clock.advance(29 * day);
    const { restore_token = '' } = await failsWith(loginOf(owner), 'ACCOUNT_PENDING_DELETION');
    await app.call(contract.auth.restoreAccount, { restore_token });
    app.clock.advance(2 * day);
    await run();
    expect(await rows('workspaces')).toMatchObject([{ name: 'Back' }]);
    expect(await rows('tenants')).toMatchObject([{ delete_at: null }]);
    await loginOf(owner);
  });
});
