import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { countOutcomes, times } from '#e2e/support/outcomes.ts';
import { closedAfterwards, perFile } from '#e2e/support/prepared.ts';
import { mailKindsTo, openSessions, storedUser } from '#e2e/support/rows.ts';
import { secretIn, setUser } from '#e2e/support/team.ts';
import { createTestService, type Person, testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs, second } from '#shared/rules/limits.ts';

const { changeEmail, cancelEmailChange, getMe } = contract.profile;
const { login, verifyEmail } = contract.auth;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
let counter = 0;

const newAddress = () => {
  counter += 1;
  return `new${counter}@example.com`;
};
const ask = (person: Person, new_email: string, password = person.password) => {
  app.clock.advance(1);
  return app.call(changeEmail, { new_email, password }, { token: person.token });
};
const verifyNew = async (email: string) =>
  app.call(verifyEmail, { token: await app.mailedToken(email, 'verification') });
const cancelToken = (person: Person) => app.mailedToken(person.email, 'email_changed');
const cancel = (token: string) => app.call(cancelEmailChange, { token });
/** After a cancellation the known password no longer works: only the mailbox leads back in. */
const resetAndSignIn = async (person: Person) => {
  await failsWith(signIn(person.email, person), 'INVALID_CREDENTIALS');
  const token = await app.mailedToken(person.email, 'password_reset');
  await app.call(contract.auth.resetPassword, { token, new_password: 'only mine again' });
  await failsWith(signIn(person.email, person), 'INVALID_CREDENTIALS');
  return signIn(person.email, { ...person, password: 'only mine again' });
};
const signIn = (email: string, person: Person) => app.call(login, { email, password: person.password });

describe('change-email (seed 000 §4 #11)', () => {
  it('keeps the old address until the new one is verified, and notifies both', async () => {
    const person = await app.owner();
    const email = newAddress();
    expect(await ask(person, email.toUpperCase())).toEqual({
      success: true,
      email_verification_sent: true,
      message: expect.any(String),
    });
    expect(await storedUser(app, person.id)).toMatchObject({ email: person.email, pending_email: email });
    expect(await mailKindsTo(app, email)).toEqual(['verification']);
    expect(await mailKindsTo(app, person.email)).toEqual(['verification', 'email_changed']);
    await failsWith(signIn(email, person), 'INVALID_CREDENTIALS');
    await signIn(person.email, person);
    await verifyNew(email);
    expect(await storedUser(app, person.id)).toMatchObject({ email, email_verified: 1, pending_email: null });
    expect((await app.call(getMe, {}, { token: person.token })).email).toBe(email);
    await failsWith(signIn(person.email, person), 'INVALID_CREDENTIALS');
    expect((await signIn(email, person)).user.id).toBe(person.id);
  });

  it("says so for the user's own address, without sending or changing anything", async () => {
    const person = await app.owner();
    const state = async () => [await mailKindsTo(app, person.email), await storedUser(app, person.id)];
    const before = await state();
    expect((await ask(person, person.email)).email_verification_sent).toBe(false);
    expect(await state()).toEqual(before);
  });

  it('accepts only the newest request, and its link for 24 hours', async () => {
    const person = await app.owner();
    const [first, second_] = [newAddress(), newAddress()];
    await ask(person, first);
    await ask(person, second_);
    await failsWith(verifyNew(first), 'LINK_INVALID');
    app.clock.advance(lifetimesMs.verificationLink - 1 * second);
    const token = await app.mailedToken(second_, 'verification');
    app.clock.advance(1 * second);
    await failsWith(app.call(verifyEmail, { token }), 'LINK_EXPIRED');
    expect((await storedUser(app, person.id)).email).toBe(person.email);
    const later = await app.login(person);
    await ask(later, second_);
    app.clock.advance(lifetimesMs.verificationLink - 1 * second);
    await verifyNew(second_);
    await verifyNew(second_);
    expect((await storedUser(app, person.id)).email).toBe(second_);
  });

  it('leaves the address to another account that has taken it meanwhile', async () => {
    const person = await app.owner();
    const email = newAddress();
    await ask(person, email);
    const token = await app.mailedToken(email, 'verification');
    const rival = await app.owner(email);
    await failsWith(app.call(verifyEmail, { token }), 'EMAIL_TAKEN');
    expect((await storedUser(app, person.id)).email).toBe(person.email);
    expect((await storedUser(app, rival.id)).email).toBe(email);
  });

  it('gives an address to one of two users who verify it concurrently', async () => {
    const [one, two] = [await app.owner(), await app.owner()];
    const email = newAddress();
    await ask(one, email);
    const first = await app.mailedToken(email, 'verification');
    await ask(two, email);
    const second_ = await app.mailedToken(email, 'verification');
    const outcomes = await countOutcomes([first, second_].map((token) => app.call(verifyEmail, { token })));
    expect(outcomes).toEqual({ ok: 1, EMAIL_TAKEN: 1 });
    const holders = [await storedUser(app, one.id), await storedUser(app, two.id)].filter((row) => row.email === email);
    expect(holders).toHaveLength(1);
  });

  it('is applied once if 50 callers open the link concurrently', async () => {
    const person = await app.owner();
    const email = newAddress();
    await ask(person, email);
    const token = await app.mailedToken(email, 'verification');
    expect(await countOutcomes(times(50, () => app.call(verifyEmail, { token })))).toEqual({ ok: 50 });
    expect((await storedUser(app, person.id)).email).toBe(email);
  });

  it('sends at most three emails to a new address in ten minutes, with the same answer every time', async () => {
    const limited = await closedAfterwards(createTestService());
    const person = await limited.owner();
    const input = { new_email: 'flooded@example.com', password: person.password };
    const answers = new Set<string>();
    for (let request = 0; request < 5; request += 1) {
      answers.add(JSON.stringify(await limited.call(changeEmail, input, { token: person.token })));
    }
    expect(answers.size).toBe(1);
    expect(await mailKindsTo(limited, 'flooded@example.com')).toHaveLength(3);
  });
});

describe('the cancellation link sent to the old address', () => {
  it('cancels the change before verification, and ends every session', async () => {
    const person = await app.owner();
    const email = newAddress();
    await ask(person, email);
    const verification = await app.mailedToken(email, 'verification');
    expect(await cancel(await cancelToken(person))).toEqual({ success: true, message: expect.any(String) });
    expect(await storedUser(app, person.id)).toMatchObject({ email: person.email, pending_email: null });
    await failsWith(app.call(verifyEmail, { token: verification }), 'LINK_INVALID');
    expect((await failsWith(app.call(getMe, {}, { token: person.token }), 'SESSION_ENDED')).reason).toBe(
      'email_changed',
    );
    expect(await openSessions(app, person.id)).toEqual([]);
    await resetAndSignIn(person);
  });

  it('restores the first address after two changes, and no other link works afterwards', async () => {
    const person = await app.owner();
    const [second, third] = [newAddress(), newAddress()];
    await ask(person, second);
    await verifyNew(second);
    const wayBack = await cancelToken(person);
    await ask({ ...person, email: second }, third);
    await verifyNew(third);
    const thiefsWayBack = await app.mailedToken(second, 'email_changed');
    await cancel(wayBack);
    expect(await storedUser(app, person.id)).toMatchObject({ email: person.email, email_verified: 1 });
    await failsWith(cancel(thiefsWayBack), 'LINK_INVALID');
    await resetAndSignIn(person);
  });

  it("restores the old address as verified after verification, and voids a thief's reset link", async () => {
    const person = await app.owner();
    const email = newAddress();
    await ask(person, email);
    await verifyNew(email);
    await app.call(contract.auth.forgotPassword, { email });
    const thief = await app.mailedToken(email, 'password_reset');
    await cancel(await cancelToken(person));
    expect(await storedUser(app, person.id)).toMatchObject({
      email: person.email,
      email_verified: 1,
      pending_email: null,
    });
    const reset = app.call(contract.auth.resetPassword, { token: thief, new_password: 'of the thief' });
    await failsWith(reset, 'LINK_INVALID');
    await failsWith(signIn(email, person), 'INVALID_CREDENTIALS');
    await resetAndSignIn(person);
  });

  it('restores the old address as unverified if the link was shown to someone, until the mailbox resets the password', async () => {
    const person = await app.owner();
    const other = await app.join(person, 'owner');
    const email = newAddress();
    await ask(person, email);
    await verifyNew(email);
    const scope = { tenant_id: person.tenantId };
    const { mails } = await app.call(contract.mail.listMails, scope, { token: other.token });
    const { mail_id = '' } = mails.find(({ kind }) => kind === 'email_changed') ?? {};
    const { url } = await app.call(contract.mail.revealMailLink, { ...scope, mail_id }, { token: other.token });
    await cancel(secretIn(url));
    expect(await storedUser(app, person.id)).toMatchObject({ email: person.email, email_verified: 0 });
    await resetAndSignIn(person);
    expect(await storedUser(app, person.id)).toMatchObject({ email_verified: 1 });
  });

  it('takes the account back even after the new mailbox has reset the password', async () => {
    const victim = await app.owner();
    const thief = newAddress();
    await ask(victim, thief);
    const back = await cancelToken(victim);
    await verifyNew(thief);
    await app.call(contract.auth.forgotPassword, { email: thief });
    const token = await app.mailedToken(thief, 'password_reset');
    const { access_token } = await app.call(contract.auth.resetPassword, { token, new_password: 'of the thief' });
    app.clock.advance(1 * second);
    await cancel(back);
    await failsWith(app.call(getMe, {}, { token: access_token }), 'SESSION_ENDED');
    expect((await storedUser(app, victim.id)).email).toBe(victim.email);
    await failsWith(
      app.call(contract.auth.login, { email: victim.email, password: 'of the thief' }),
      'INVALID_CREDENTIALS',
    );
  });

  it('is valid for exactly seven days, and works once', async () => {
    const [early, late] = [await app.owner(), await app.owner()];
    await ask(early, newAddress());
    await ask(late, newAddress());
    const [soon, slow] = [await cancelToken(early), await cancelToken(late)];
    app.clock.advance(lifetimesMs.emailChangeCancelLink - 1 * second - 1);
    await cancel(soon);
    await failsWith(cancel(soon), 'LINK_INVALID');
    app.clock.advance(1 * second + 1);
    await failsWith(cancel(slow), 'LINK_EXPIRED');
  });

  it('succeeds once in 50 concurrent uses', async () => {
    const person = await app.owner();
    const email = newAddress();
    await ask(person, email);
    await verifyNew(email);
    const token = await cancelToken(person);
    expect(await countOutcomes(times(50, () => cancel(token)))).toEqual({ ok: 1, LINK_INVALID: 49 });
    expect((await storedUser(app, person.id)).email).toBe(person.email);
  });

  it('keeps the old address free until it is used or expires, so that no one can block it', async () => {
    const person = await app.owner();
    const email = newAddress();
    await ask(person, email);
    await verifyNew(email);
    const account = { email: person.email, password: testPassword, name: 'Squatter', company_name: 'Squat' };
    await failsWith(app.call(contract.auth.signup, account), 'EMAIL_TAKEN');
    // Its own account may change back.
    await ask(await app.login({ ...person, email }), person.email);
    expect((await storedUser(app, person.id)).pending_email).toBe(person.email);
    app.clock.advance(lifetimesMs.emailChangeCancelLink);
    await expect(app.call(contract.auth.signup, account)).resolves.toBeDefined();
  });

  it('does not take the old address from another account that has it by then', async () => {
    const person = await app.owner();
    const email = newAddress();
    await ask(person, email);
    await verifyNew(email);
    const token = await cancelToken(person);
    const heir = await app.owner(newAddress());
    // As the operator of the server can.
    await setUser(app, heir.id, { email: person.email });
    await failsWith(cancel(token), 'EMAIL_TAKEN');
    expect((await storedUser(app, person.id)).email).toBe(email);
    expect((await storedUser(app, heir.id)).email).toBe(person.email);
    expect(await openSessions(app, person.id)).toHaveLength(1);
  });
});
