import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { countOutcomes, times } from '#e2e/support/outcomes.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { storedUser } from '#e2e/support/rows.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs, minute, second } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { verifyEmail, resendVerification } = contract.auth;

const app = perFile(() => createTestService());

const newcomer = async (): Promise<{ person: Person; token: string }> => {
  const person = await app.owner(undefined, { verified: false });
  return { person, token: await app.mailedToken(person.email, 'verification') };
};
const verify = (token: string) => app.call(verifyEmail, { token });

describe('verify-email (seed 000 §4 #4, §3)', () => {
  it('verifies the address and returns a fixed page of the console', async () => {
    const { person, token } = await newcomer();
    expect(await verify(token)).toEqual({ success: true, email_verified: true, redirect_url: '/dashboard?welcome=1' });
    expect((await app.call(contract.profile.getMe, {}, { token: person.token })).email_verified).toBe(true);
  });

  it('gives the same answer for the same link again, because mail scanners open links first', async () => {
    const { token } = await newcomer();
    const first = await verify(token);
    app.clock.advance(1 * minute);
    for (let again = 0; again < 3; again += 1) expect(await verify(token)).toEqual(first);
  });

  it('accepts a link after 23:59:59, and rejects one after 24 hours', async () => {
    const [early, late] = [await newcomer(), await newcomer()];
    app.clock.advance(lifetimesMs.verificationLink - 1 * second);
    await verify(early.token);
    app.clock.advance(1 * second);
    await failsWith(verify(late.token), 'LINK_EXPIRED');
    expect((await storedUser(app, late.person.id)).email_verified).toBe(0);
    await failsWith(verify(early.token), 'LINK_EXPIRED');
    expect((await storedUser(app, early.person.id)).email_verified).toBe(1);
  });

  it('is consumed once by 50 concurrent uses, and all of them report success', async () => {
    const { person, token } = await newcomer();
    expect(await countOutcomes(times(50, () => verify(token)))).toEqual({ ok: 50 });
    const links = await tablesOf(app.service.context.db.read)
      .selectFrom('one_time_tokens')
      .select(['purpose', 'used_at'])
      .where('user_id', '=', person.id)
      .execute();
    expect(links).toEqual([{ purpose: 'verify_email', used_at: app.clock.now() }]);
  });

  it('accepts only the newest link', async () => {
    const { person, token } = await newcomer();
    app.clock.advance(1);
    await app.call(resendVerification, { email: person.email });
    const newer = await app.mailedToken(person.email, 'verification');
    expect(newer).not.toBe(token);
    await failsWith(verify(token), 'LINK_INVALID');
    expect((await storedUser(app, person.id)).email_verified).toBe(0);
    await verify(newer);
  });

  it.each(['unknown', '', 'x'.repeat(1_024)])('rejects the token %j', async (token) => {
    await failsWith(verify(token), token === '' ? 'VALIDATION_FAILED' : 'LINK_INVALID');
  });
});
