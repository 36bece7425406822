import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import type { InputOf, OperationName, ResultOf } from '../operations.ts';
import { runOperation } from '../run-operation.ts';

const { getMe, changeEmail, cancelEmailChange } = contract.profile;
const { login, verifyEmail, resetPassword, forgotPassword } = contract.auth;
const { inviteMember, lookupInvitation, listMembers } = contract.team;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const run = async <Name extends OperationName>(name: Name, input: InputOf<Name>): Promise<ResultOf<Name>> =>
  (await runOperation(app.service.context, name, input, {
    emit: async () => {},
    body: (async function* () {})(),
  })) as ResultOf<Name>;

const events = (tenantId: string) =>
  tablesOf(app.service.context.db.read)
    .selectFrom('audit_events')
    .select(['action', 'actor_id', 'target_label', 'details'])
    .where('tenant_id', '=', tenantId)
    .orderBy('sequence')
    .execute();
const lastEvent = async (tenantId: string) => {
  const last = (await events(tenantId)).at(-1);
  return { ...last, details: JSON.parse(last?.details ?? 'null') };
};
const mailsOf = async (userId: string) => {
  await app.service.mailWorker.drain();
  const mails = tablesOf(app.service.context.db.read).selectFrom('mails').select(['kind', 'recipient', 'subject']);
  return mails.where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute();
};
const emailOf = async ({ token }: Person): Promise<string> => (await app.call(getMe, {}, { token })).email;
const roleOf = async ({ token }: Person): Promise<string> => (await app.call(getMe, {}, { token })).role;
/** A team of an owner, an admin and a member. */
const team = async () => {
  const owner = await app.owner();
  return { owner, admin: await app.join(owner, 'admin'), member: await app.join(owner) };
};

describe('user set-role', () => {
  it('changes the role at once, in open sessions too, and records it', async () => {
    const { owner, member } = await team();
    expect(await run('user set-role', { user: member.email, role: 'admin' })).toEqual({
      email: member.email,
      role: 'admin',
      previous_role: 'member',
      dry_run: false,
    });
    expect(await roleOf(member)).toBe('admin');
    await app.call(listMembers, { tenant_id: owner.tenantId }, { token: member.token });
    expect(await lastEvent(owner.tenantId)).toEqual({
      action: 'changeRole',
      actor_id: 'operator',
      target_label: member.email,
      details: { from: 'member', to: 'admin' },
    });
  });

  it('takes back what only the former role allowed, as in the console', async () => {
    const { owner, admin } = await team();
    const invited = { tenant_id: owner.tenantId, email: 'granted@example.com', role: 'admin' as const };
    await app.call(inviteMember, invited, { token: admin.token });
    await app.service.mailWorker.drain();
    const token = await app.mailedToken('granted@example.com', 'invitation');
    await app.call(lookupInvitation, { token });
    await run('user set-role', { user: admin.email, role: 'member' });
    await failsWith(app.call(lookupInvitation, { token }), 'LINK_INVALID');
    await failsWith(
      app.call(inviteMember, { ...invited, email: 'x@example.com' }, { token: admin.token }),
      'FORBIDDEN',
    );
  });

  it('refuses what the service refuses, and changes nothing', async () => {
    const { owner, member } = await team();
    const before = await events(owner.tenantId);
    const set = (user: string, role: 'owner' | 'member') => run('user set-role', { user, role });
    await expect(set(owner.email, 'member')).rejects.toThrow('An organization needs at least one owner');
    await expect(set(member.email, 'member')).rejects.toThrow(`${member.email} is member already`);
    await expect(set('nobody@example.com', 'member')).rejects.toThrow('There is no user nobody@example.com');
    expect(await events(owner.tenantId)).toEqual(before);
    await run('user disable', { user: member.email });
    await expect(set(member.email, 'owner')).rejects.toThrow('is disabled. Enable it first');
    await run('user delete', { user: member.email });
    await expect(set(member.id, 'owner')).rejects.toThrow('was removed');
  });

  it('shows in a dry run what it would do, with the same checks', async () => {
    const { owner, member } = await team();
    const before = await events(owner.tenantId);
    const tried = { 'dry-run': true, user: member.email, role: 'owner' } as const;
    expect(await run('user set-role', tried)).toMatchObject({ role: 'owner', dry_run: true });
    await expect(run('user set-role', { ...tried, user: owner.email, role: 'member' })).rejects.toThrow('one owner');
    expect([await roleOf(member), await events(owner.tenantId)]).toEqual(['member', before]);
  });
});

describe('user set-email', () => {
  it('changes the address at once, verifies it by email, and lets the previous one undo it', async () => {
    const person = await app.owner();
    await app.call(forgotPassword, { email: person.email });
    await app.service.mailWorker.drain();
    const oldReset = await app.mailedToken(person.email, 'password_reset');
    const email = `new-${person.email}`;
    expect(await run('user set-email', { user: person.email, email: email.toUpperCase() })).toEqual({
      email,
      previous_email: person.email,
      email_verified: false,
      verification: 'held',
      notice: true,
      dry_run: false,
    });
    expect(await emailOf(person)).toBe(email);
    expect(await lastEvent(person.tenantId)).toEqual({
      action: 'setAccountEmail',
      actor_id: 'operator',
      target_label: person.email,
      details: { new_email: email, verified_by: null },
    });
    const mails = await mailsOf(person.id);
    expect(mails).toContainEqual({
      kind: 'email_changed',
      recipient: person.email,
      subject: 'Your email address was changed',
    });
    expect(mails).toContainEqual(expect.objectContaining({ kind: 'verification', recipient: email }));
    const { password } = person;
    await failsWith(app.call(login, { email: person.email, password }), 'INVALID_CREDENTIALS');
    await app.call(login, { email, password });
    await failsWith(app.call(resetPassword, { token: oldReset, new_password: 'a new winding road 9' }), 'LINK_INVALID');
    await app.call(verifyEmail, { token: await app.mailedToken(email, 'verification') });
    await app.call(cancelEmailChange, { token: await app.mailedToken(person.email, 'email_changed') });
    await failsWith(app.call(getMe, {}, { token: person.token }), 'SESSION_ENDED');
    expect(await run('user show', { user: person.email })).toMatchObject({ email: person.email, email_verified: true });
  });

  it('records who verified the address if the operator did, and sends no verification', async () => {
    const person = await app.owner(undefined, { verified: false });
    const email = `sure-${person.email}`;
    const changed = await run('user set-email', { user: person.id, email, verified: true });
    expect(changed).toMatchObject({ email_verified: true, verification: null, notice: false });
    expect((await lastEvent(person.tenantId)).details).toEqual({ new_email: email, verified_by: 'operator' });
    expect((await mailsOf(person.id)).filter(({ recipient }) => recipient === email)).toEqual([]);
    expect(await run('user show', { user: email })).toMatchObject({ email_verified: true });
  });

  it('ends a change that was pending, and no previous address can undo it with --no-notice', async () => {
    const person = await app.owner();
    const { token, password } = person;
    const asked = `asked-${person.email}`;
    await app.call(changeEmail, { new_email: asked, password }, { token });
    await app.service.mailWorker.drain();
    const pending = await app.mailedToken(asked, 'verification');
    const undo = await app.mailedToken(person.email, 'email_changed');
    const email = `safe-${person.email}`;
    const quiet = { user: person.email, email, verified: true, 'no-notice': true };
    expect(await run('user set-email', quiet)).toMatchObject({ notice: false });
    await failsWith(app.call(verifyEmail, { token: pending }), 'LINK_INVALID');
    await failsWith(app.call(cancelEmailChange, { token: undo }), 'LINK_INVALID');
    expect(await emailOf(person)).toBe(email);
    expect((await mailsOf(person.id)).filter(({ kind }) => kind === 'email_changed')).toHaveLength(1);
  });

  it('refuses an address in use and its own, and does nothing in a dry run', async () => {
    const person = await app.owner();
    const other = await app.owner();
    const before = [await events(person.tenantId), await mailsOf(person.id)];
    const set = (email: string, isDryRun = false) =>
      run('user set-email', { user: person.email, email, 'dry-run': isDryRun });
    await expect(set(other.email)).rejects.toThrow('This email address already has an account');
    await expect(set(other.email, true)).rejects.toThrow('This email address already has an account');
    await expect(set(person.email)).rejects.toThrow('is the address of this account already');
    await expect(set('nobody')).rejects.toThrow('email: Enter a valid email address');
    expect(await set(`tried-${person.email}`, true)).toMatchObject({ dry_run: true, notice: true });
    expect([await events(person.tenantId), await mailsOf(person.id)]).toEqual(before);
    expect(await emailOf(person)).toBe(person.email);
  });
});
