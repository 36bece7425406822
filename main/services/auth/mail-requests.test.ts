import { describe, expect, it } from 'vitest';
import { operate } from '#e2e/support/authority-cast.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { mailKindsTo, openTokens } from '#e2e/support/rows.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { mailThrottle, minute } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { forgotPassword, resendVerification, verifyEmail } = contract.auth;

const app = perFile(() => createTestService());

/** An account in each possible state, by the email that a request should send. */
const accounts = async () => {
  const owner = await app.owner();
  await app.call(verifyEmail, { token: await app.mailedToken(owner.email) });
  const unverified = await app.owner(undefined, { verified: false });
  const removed = await app.join(owner);
  await app.call(
    contract.team.removeMember,
    { tenant_id: owner.tenantId, user_id: removed.id },
    { token: owner.token },
  );
  const pending = await app.join(owner);
  const input = { confirmation: 'DELETE', password: pending.password };
  await app.call(contract.profile.deleteMe, input, { token: pending.token });
  const disabled = await app.join(owner);
  await app.call(
    contract.team.disableMember,
    { tenant_id: owner.tenantId, user_id: disabled.id },
    { token: owner.token },
  );
  const closed = await app.owner(undefined, { verified: false });
  await operate(app, 'organization delete', { organization: closed.tenantId, yes: true });
  const emails = {
    verified: owner.email,
    unverified: unverified.email,
    removed: removed.email,
    pending: pending.email,
    disabled: disabled.email,
    closed: closed.email,
    unknown: 'nobody@example.com',
  };
  return Object.entries(emails);
};

describe.each([
  ['forgot-password (seed 000 §4 #6, §7.1)', forgotPassword, 'password_reset', ['verified', 'unverified']],
  ['resend-verification (seed 000 §4 #5)', resendVerification, 'verification', ['unverified']],
] as const)('%s', (_name, operation, kind, served) => {
  it('returns the same bytes for any address, and emails only the affected accounts', async () => {
    const answers = new Set<string>();
    for (const [state, email] of await accounts()) {
      const before = await mailKindsTo(app, email);
      app.clock.advance(1);
      // An address of its own: the others in this file share the limit of one.
      answers.add(JSON.stringify(await app.call(operation, { email }, { ip: '198.51.100.7' })));
      const after = await mailKindsTo(app, email);
      const expected = (served as readonly string[]).includes(state) ? [kind] : [];
      expect(after.slice(before.length), state).toEqual(expected);
    }
    expect(answers.size).toBe(1);
    expect(JSON.parse([...answers][0] ?? '')).toEqual({ success: true, message: expect.any(String) });
  });

  it('only stores the request before the answer, and decides afterwards', async () => {
    const person = await app.owner(undefined, { verified: false });
    const { db } = app.service.context;
    const before = await mailKindsTo(app, person.email);
    await app.call(operation, { email: person.email.toUpperCase() });
    const requests = await tablesOf(db.read).selectFrom('mail_requests').select(['kind', 'email']).execute();
    expect(requests).toEqual([{ kind, email: person.email }]);
    expect(await mailKindsTo(app, person.email)).toHaveLength(before.length + 1);
    expect(await tablesOf(db.read).selectFrom('mail_requests').select('id').execute()).toEqual([]);
  });

  it('sends at most three emails of its kind in ten minutes, with the same answer every time', async () => {
    const person = await app.owner(undefined, { verified: false });
    const sent = async () => (await mailKindsTo(app, person.email)).filter((mail) => mail === kind).length;
    const answers = new Set<string>();
    for (let request = 0; request < 6; request += 1) {
      answers.add(JSON.stringify(await app.call(operation, { email: person.email })));
      await sent();
    }
    expect(answers.size).toBe(1);
    expect(await sent()).toBe(mailThrottle.limit);
    app.clock.advance(10 * minute - 1);
    await app.call(operation, { email: person.email });
    expect(await sent()).toBe(3);
    app.clock.advance(1);
    await app.call(operation, { email: person.email });
    expect(await sent()).toBe(4);
  });

  it('keeps the last sent link valid if it sends no more', async () => {
    const person = await app.owner(undefined, { verified: false });
    for (let request = 0; request < 5; request += 1) {
      app.clock.advance(1);
      await app.call(operation, { email: person.email });
      await mailKindsTo(app, person.email);
    }
    const token = await app.mailedToken(person.email, kind);
    expect(await openTokens(app, person.id)).toEqual(
      kind === 'password_reset' ? ['reset_password', 'verify_email'] : ['verify_email'],
    );
    if (kind === 'verification') await app.call(verifyEmail, { token });
    else await app.call(contract.auth.resetPassword, { token, new_password: 'a new password of length' });
  });

  it.each(['', 'nobody', 'a@b.co, c@d.co', 'a@b.co\nBcc: c@d.co'])('rejects the address %j', async (email) => {
    const { errors } = await failsWith(app.call(operation, { email }), 'VALIDATION_FAILED');
    expect(errors?.map(({ path }) => path)).toContain('email');
  });
});
