import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { countOutcomes, times } from '#e2e/support/outcomes.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { mailKindsTo, openSessions, openTokens, storedUser } from '#e2e/support/rows.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs, second } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { resetPassword, forgotPassword, login, refresh } = contract.auth;
const { getMe, changeEmail } = contract.profile;
const fresh = 'a fresh password';

const app = perFile(() => createTestService());

const askFor = async (person: Person): Promise<string> => {
  app.clock.advance(1);
  await app.call(forgotPassword, { email: person.email });
  return app.mailedToken(person.email, 'password_reset');
};
const reset = (token: string, new_password = fresh, ip = '127.0.0.1') =>
  app.call(resetPassword, { token, new_password }, { ip });
const signIn = (person: Person, password: string) => app.call(login, { email: person.email, password });

describe('reset-password (seed 000 §4 #7, §5.7)', () => {
  it('sets the password, signs in, ends every other session, and notifies the user', async () => {
    const person = await app.owner();
    const other = await app.login(person);
    const answer = await reset(await askFor(person));
    expect(answer).toMatchObject({ success: true, message: expect.any(String), expires_in: 3600 });
    expect((await app.call(getMe, {}, { token: answer.access_token })).user_id).toBe(person.id);
    await app.call(refresh, { refresh_token: answer.refresh_token });
    for (const { token } of [person, other]) {
      expect((await failsWith(app.call(getMe, {}, { token }), 'SESSION_ENDED')).reason).toBe('password_changed');
    }
    expect(await openSessions(app, person.id)).toHaveLength(1);
    expect(await mailKindsTo(app, person.email)).toContain('password_changed');
    await failsWith(signIn(person, person.password), 'INVALID_CREDENTIALS');
    await signIn(person, fresh);
  });

  it('tells a session that it ends why, also if nobody had proved the address before', async () => {
    const person = await app.owner(undefined, { verified: false });
    await reset(await askFor(person));
    const { reason } = await failsWith(app.call(getMe, {}, { token: person.token }), 'SESSION_ENDED');
    expect(reason).toBe('password_changed');
  });

  it('has tenant_id in the claims of its access token (seed 000 §4, rule 3)', async () => {
    const person = await app.owner();
    const { access_token } = await reset(await askFor(person));
    const { claims } = await app.service.context.accessTokens.verify(access_token);
    expect(claims).toMatchObject({
      tenant_id: person.tenantId,
      user_id: person.id,
      email: person.email,
      role: 'owner',
    });
  });

  it('accepts a link after 59:59, and rejects one after an hour without any change', async () => {
    const [early, late] = [await app.owner(), await app.owner()];
    const [soon, slow] = [await askFor(early), await askFor(late)];
    app.clock.advance(lifetimesMs.resetLink - 1 * second - 1);
    await reset(soon);
    app.clock.advance(1 * second + 1);
    await failsWith(reset(slow), 'LINK_EXPIRED');
    await signIn(late, late.password);
  });

  it('works once', async () => {
    const person = await app.owner();
    const token = await askFor(person);
    await reset(token);
    await failsWith(reset(token, 'yet another one'), 'LINK_INVALID');
    await signIn(person, fresh);
  });

  it('succeeds once in 50 concurrent uses', async () => {
    const person = await app.owner();
    const token = await askFor(person);
    const outcomes = await countOutcomes(times(50, (index) => reset(token, `${fresh} ${index}`, '198.51.100.50')));
    expect(outcomes).toEqual({ ok: 1, LINK_INVALID: 49 });
    expect(await openSessions(app, person.id)).toHaveLength(1);
    expect((await mailKindsTo(app, person.email)).filter((kind) => kind === 'password_changed')).toHaveLength(1);
  }, 60_000);

  it('accepts only the newest link', async () => {
    const person = await app.owner();
    const older = await askFor(person);
    const newer = await askFor(person);
    await failsWith(reset(older), 'LINK_INVALID');
    await signIn(person, person.password);
    await reset(newer);
  });

  it('leaves the link usable if the password is rejected', async () => {
    const person = await app.owner();
    const token = await askFor(person);
    await failsWith(reset(token, 'nul \0 inside'), 'WEAK_PASSWORD');
    await failsWith(reset(token, 'short'), 'VALIDATION_FAILED');
    await signIn(person, person.password);
    await reset(token);
  });

  it('voids an email change requested by someone with the old password', async () => {
    const person = await app.owner();
    const input = { new_email: 'thief@example.com', password: person.password };
    await app.call(changeEmail, input, { token: person.token });
    const stolen = await app.mailedToken('thief@example.com', 'verification');
    await reset(await askFor(person));
    await failsWith(app.call(contract.auth.verifyEmail, { token: stolen }), 'LINK_INVALID');
    expect(await storedUser(app, person.id)).toMatchObject({ email: person.email, pending_email: null });
    expect(await openTokens(app, person.id)).not.toContain('change_email');
  });

  it('verifies the address, because the email reached it', async () => {
    const person = await app.owner(undefined, { verified: false });
    expect((await storedUser(app, person.id)).email_verified).toBe(0);
    await reset(await askFor(person));
    expect((await storedUser(app, person.id)).email_verified).toBe(1);
    expect(await mailKindsTo(app, person.email)).toContain('password_changed');
  });

  it('verifies nothing if someone else was shown the link', async () => {
    const owner = await app.owner();
    const member = await app.join(owner);
    const { db } = app.service.context;
    await tablesOf(db.write).updateTable('users').set({ email_verified: 0 }).where('id', '=', member.id).execute();
    const token = await askFor(member);
    const mail = await tablesOf(db.read)
      .selectFrom('mails')
      .select('id')
      .where('recipient', '=', member.email)
      .where('kind', '=', 'password_reset')
      .executeTakeFirstOrThrow();
    const at = { tenant_id: owner.tenantId, mail_id: mail.id };
    await app.call(contract.mail.revealMailLink, at, { token: owner.token });
    await reset(token);
    expect((await storedUser(app, member.id)).email_verified).toBe(0);
    // No one has shown that the address belongs to this person.
    expect(await mailKindsTo(app, member.email)).not.toContain('password_changed');
  });
});
