import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { countOutcomes, times } from '#e2e/support/outcomes.ts';
import { closedAfterwards, perFile } from '#e2e/support/prepared.ts';
import { mailKindsTo, openSessions, openTokens, storedUser } from '#e2e/support/rows.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { changePassword, login, refresh } = contract.auth;
const { getMe } = contract.profile;
const fresh = 'a fresh password';

const app = perFile(() => createTestService());

const change = (person: Person, new_password = fresh, current_password = person.password) =>
  app.call(changePassword, { current_password, new_password }, { token: person.token });
const signIn = (person: Person, password: string) => app.call(login, { email: person.email, password });

describe('change-password (seed 000 §4 #8)', () => {
  it('keeps the current session and ends the others with the reason', async () => {
    const person = await app.owner();
    const other = await app.login(person);
    expect(await change(person)).toEqual({ success: true, message: expect.any(String) });
    await app.call(getMe, {}, { token: person.token });
    await app.call(refresh, { refresh_token: person.refreshToken });
    const details = await failsWith(app.call(getMe, {}, { token: other.token }), 'SESSION_ENDED');
    expect(details.reason).toBe('password_changed');
    const late = app.call(refresh, { refresh_token: other.refreshToken });
    expect((await failsWith(late, 'REFRESH_TOKEN_INVALID')).reason).toBe('password_changed');
    expect(await openSessions(app, person.id)).toHaveLength(1);
    await failsWith(signIn(person, person.password), 'INVALID_CREDENTIALS');
    await signIn(person, fresh);
  });

  it('emails the user, with the IP address of the change', async () => {
    const person = await app.owner();
    const input = { current_password: person.password, new_password: fresh };
    await app.call(changePassword, input, { token: person.token, ip: '203.0.113.9' });
    const mail = await tablesOf(app.service.context.db.read)
      .selectFrom('mails')
      .selectAll()
      .where('recipient', '=', person.email)
      .where('kind', '=', 'password_changed')
      .executeTakeFirstOrThrow();
    expect(app.service.context.outbox.render(mail, undefined).text).toContain('203.0.113.9');
    expect(mail.sealed_secret).toBeNull();
  });

  it('rejects the current password as the new one, and weak ones, without any change', async () => {
    const person = await app.owner();
    const other = await app.login(person);
    const before = await storedUser(app, person.id);
    await failsWith(change(person, person.password), 'SAME_PASSWORD');
    await failsWith(change(person, 'with nul \0'), 'WEAK_PASSWORD');
    await failsWith(change(person, 'short'), 'VALIDATION_FAILED');
    expect(await storedUser(app, person.id)).toEqual(before);
    await app.call(getMe, {}, { token: other.token });
    expect(await mailKindsTo(app, person.email)).not.toContain('password_changed');
  });

  it('checks the current password before the new one, so that guessing reveals nothing', async () => {
    const person = await app.owner();
    await failsWith(change(person, 'Password1', 'wrong'), 'CURRENT_PASSWORD_INVALID');
    await failsWith(change(person, 'wrong guess', 'wrong guess'), 'CURRENT_PASSWORD_INVALID');
  });

  it('succeeds for one of ten concurrent calls', async () => {
    // Without limits, which would let only six of them try.
    const free = await closedAfterwards(createTestService({ 'rate-limits': 'off' }));
    const person = await free.owner();
    const changes = times(10, (index) => {
      const input = { current_password: person.password, new_password: `${fresh} ${index}` };
      return free.call(changePassword, input, { token: person.token });
    });
    // At most two calls of one user wait for their password check.
    const { ok, CURRENT_PASSWORD_INVALID = 0, BUSY = 0 } = await countOutcomes(changes);
    expect({ ok, refused: CURRENT_PASSWORD_INVALID + BUSY }).toEqual({ ok: 1, refused: 9 });
    expect((await mailKindsTo(free, person.email)).filter((kind) => kind === 'password_changed')).toHaveLength(1);
  }, 60_000);

  it('voids open reset links and a pending email change', async () => {
    const person = await app.owner();
    const input = { new_email: 'pw.change@example.com', password: person.password };
    await app.call(contract.profile.changeEmail, input, { token: person.token });
    await app.call(contract.auth.forgotPassword, { email: person.email });
    await app.service.mailWorker.drain();
    expect(await openTokens(app, person.id)).toEqual([
      'cancel_email_change',
      'change_email',
      'reset_password',
      'verify_email',
    ]);
    await change(person);
    expect(await openTokens(app, person.id)).toEqual(['cancel_email_change', 'verify_email']);
    expect((await storedUser(app, person.id)).pending_email).toBeNull();
  });
});
