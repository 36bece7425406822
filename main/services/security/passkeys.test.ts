import { beforeAll, describe, expect, it } from 'vitest';
import { auditRows } from '#e2e/support/audit.ts';
import { lapse } from '#e2e/support/confirmations.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { addPasskey, confirmationProof, firstStep } from '#e2e/support/passkey-owner.ts';
import { assertWith, attest, newPasskey, siteOf, type Tricks } from '#e2e/support/passkeys.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { mailKindsTo } from '#e2e/support/rows.ts';
import { enrol } from '#e2e/support/second-factor.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { passkeyLimits } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { security, organization, profile } = contract;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
let origin: string;
beforeAll(async () => {
  ({ origin } = siteOf(app.service.context));
});

const start = ({ password, token }: Person, more: object = {}) =>
  app.call(security.startPasskeyRegistration, { origin, password, ...more }, { token });
const list = ({ token }: Person) => app.call(security.listPasskeys, {}, { token });
const state = ({ token }: Person) => app.call(security.getSecondFactor, {}, { token });
const requireFactor = ({ tenantId, token }: Person) =>
  app.call(
    organization.updatePolicies,
    { tenant_id: tenantId, second_factor_required: true, second_factor_grace_days: 0 },
    { token },
  );

describe('adding a passkey', () => {
  it('asks for the password, and stores only what the public may know', async () => {
    const person = await app.owner();
    await failsWith(start({ ...person, password: 'wrong' }), 'CURRENT_PASSWORD_INVALID');
    const { options } = await start(person);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Castellan' },
      user: { name: person.email, displayName: person.name },
      attestation: 'none',
      excludeCredentials: [],
    });
    expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(person.id);
    const { id, soft, recoveryCodes } = await addPasskey(app, person, { name: 'Work laptop' });
    expect(recoveryCodes).toHaveLength(10);
    const created_at = new Date(app.clock.now()).toISOString();
    expect(await list(person)).toEqual({
      passkeys: [{ passkey_id: id, name: 'Work laptop', site: 'localhost', synced: true, created_at, last_used: null }],
      total: 1,
    });
    const read = ({ token }: Person) => app.call(security.getPasskey, { passkey_id: id }, { token });
    expect(await read(person)).toEqual((await list(person)).passkeys[0]);
    await failsWith(read(await app.owner()), 'NOT_FOUND');
    expect(await state(person)).toMatchObject({
      enabled: true,
      enabled_at: created_at,
      authenticator: false,
      passkeys: 1,
      recovery_codes_left: 10,
    });
    expect((await auditRows(app, person.tenantId)).at(-1)).toMatchObject({
      action: 'addPasskey',
      details: JSON.stringify({ passkey_id: id, name: 'Work laptop', site: 'localhost' }),
    });
    expect(await mailKindsTo(app, person.email)).toContain('passkey_added');
    const exported = await app.call(profile.exportMe, {}, { token: person.token });
    expect([exported.second_factor, exported.passkeys]).toMatchObject([true, [{ name: 'Work laptop' }]]);
    expect(JSON.stringify(exported)).not.toContain(soft.id);
  });

  const tricks: [string, Tricks][] = [
    ['made for another origin', { origin: 'https://evil.example' }],
    ['of another site', { rpId: 'evil.example' }],
    ['of another challenge', { challenge: 'A'.repeat(43) }],
    ['for a sign-in', { type: 'webauthn.get' }],
    ['whose user was not verified', { verified: false }],
  ];
  it.each(tricks)('refuses one %s', async (_what, trick) => {
    const person = await app.owner();
    const started = await start(person);
    const credential = attest(newPasskey(), started, origin, trick);
    const input = { challenge_token: started.challenge_token, credential, name: 'Laptop' };
    const answer = app.call(security.addPasskey, input, { token: person.token });
    expect(await failsWith(answer, 'PASSKEY_INVALID')).toMatchObject({ reason: 'passkey_unverified' });
    expect((await list(person)).total).toBe(0);
    await app.login(person);
  });

  it("takes a challenge once, in the session that asked, and no other account's", async () => {
    const [person, other] = [await app.owner(), await app.owner()];
    const started = await start(person);
    const soft = newPasskey();
    const input = { challenge_token: started.challenge_token, credential: attest(soft, started, origin), name: 'X' };
    for (const { token } of [other, await app.login(person)]) {
      const answer = app.call(security.addPasskey, input, { token });
      expect(await failsWith(answer, 'PASSKEY_INVALID')).toMatchObject({ reason: 'challenge_over' });
    }
    await app.call(security.addPasskey, input, { token: person.token });
    await failsWith(app.call(security.addPasskey, input, { token: person.token }), 'PASSKEY_INVALID');
    // The same credential, for another account.
    await failsWith(addPasskey(app, other, { soft }), 'PASSKEY_INVALID');
    expect((await list(other)).total).toBe(0);
  });

  it('takes a code or a passkey, too, once two-factor authentication is on', async () => {
    const person = await app.owner();
    const first = await addPasskey(app, person);
    lapse(app);
    await failsWith(start(person), 'REAUTHENTICATION_REQUIRED');
    await failsWith(start(person, { code: '123456' }), 'SECOND_FACTOR_INVALID');
    const proof = await confirmationProof(app, person, first.soft, { verified: false });
    await failsWith(start(person, { passkey: proof }), 'PASSKEY_INVALID');
    const { options } = await start(person, { passkey: await confirmationProof(app, person, first.soft) });
    expect(options.excludeCredentials.map(({ id }) => id)).toEqual([first.soft.id]);
    const second = await addPasskey(app, person, { code: first.recoveryCodes?.[0] ?? '' });
    expect(second.recoveryCodes).toBeNull();
    // Setting up an authenticator app must not be a way around the passkey.
    const { password, token } = person;
    lapse(app);
    await failsWith(app.call(security.startSecondFactor, { password }, { token }), 'REAUTHENTICATION_REQUIRED');
    const passkey = await confirmationProof(app, person, first.soft);
    await app.call(security.startSecondFactor, { password, passkey }, { token });
  });

  it('stops at the limit', async () => {
    const person = await app.owner();
    const { db } = app.service.context;
    const { soft } = await addPasskey(app, person);
    const [row] = await tablesOf(db.read).selectFrom('passkeys').selectAll().where('user_id', '=', person.id).execute();
    if (!row) throw new Error('No passkey was stored');
    const more = Array.from({ length: passkeyLimits.perUser - 1 }, (_, index) => ({
      ...row,
      id: `pk_${person.id}_${index}`,
      credential_id: `${row.credential_id}${index}`,
    }));
    await tablesOf(db.write).insertInto('passkeys').values(more).execute();
    const passkey = await confirmationProof(app, person, soft);
    await failsWith(start(person, { passkey }), 'TOO_MANY_PASSKEYS');
  });

  it('meets the requirement of two-factor authentication at once', async () => {
    const owner = await app.owner();
    await enrol(app, owner);
    const member = await app.join(owner);
    await requireFactor(owner);
    const team = { tenant_id: owner.tenantId };
    const read = () => app.call(contract.team.listMembers, team, { token: member.token });
    await failsWith(read(), 'SECOND_FACTOR_SETUP_REQUIRED');
    await addPasskey(app, member);
    await read();
  });
});

describe('a confirmation with a passkey', () => {
  it('is bound to the session, the account and its purpose', async () => {
    const [person, other] = [await app.owner(), await app.owner()];
    const { soft, id } = await addPasskey(app, person);
    const others = await addPasskey(app, other);
    const { password, token } = person;
    const remove = (passkey: object) =>
      app.call(security.removePasskey, { passkey_id: id, password, passkey: passkey as never }, { token });
    const reasonOf = async (passkey: object) =>
      ((await failsWith(remove(passkey), 'PASSKEY_INVALID')) as { reason?: string }).reason;
    expect(await reasonOf(await confirmationProof(app, other, others.soft))).toBe('challenge_over');
    const elsewhere = {
      ...person,
      token: (await app.call(contract.auth.loginWithPasskey, await signIn(soft))).access_token,
    };
    expect(await reasonOf(await confirmationProof(app, elsewhere, soft))).toBe('challenge_over');
    expect(await reasonOf(await signIn(soft))).toBe('challenge_over');
    expect(await reasonOf(await confirmationProof(app, person, others.soft))).toBe('passkey_unknown');
    const proof = await confirmationProof(app, person, soft);
    await failsWith(
      app.call(security.removePasskey, { passkey_id: id, password: 'wrong', passkey: proof }, { token }),
      'CURRENT_PASSWORD_INVALID',
    );
    await remove(proof);
    await failsWith(remove(proof), 'PASSKEY_INVALID');
  });

  const signIn = async (soft: Parameters<typeof assertWith>[0]) => {
    const started = await app.call(contract.auth.startPasskeyLogin, { origin });
    return { challenge_token: started.challenge_token, credential: assertWith(soft, started, origin) };
  };

  it('makes new recovery codes', async () => {
    const person = await app.owner();
    const { soft, recoveryCodes } = await addPasskey(app, person);
    const passkey = await confirmationProof(app, person, soft);
    const { recovery_codes } = await app.call(
      security.regenerateRecoveryCodes,
      { password: person.password, passkey },
      { token: person.token },
    );
    expect(recovery_codes).not.toEqual(recoveryCodes);
  });
});

describe('removing', () => {
  it('the last passkey turns two-factor authentication off, and tells its owner', async () => {
    const person = await app.owner();
    const { soft, id } = await addPasskey(app, person);
    const { password, token } = person;
    const remove = (more: object) => app.call(security.removePasskey, { passkey_id: id, password, ...more }, { token });
    lapse(app);
    await failsWith(remove({}), 'REAUTHENTICATION_REQUIRED');
    await remove({ passkey: await confirmationProof(app, person, soft) });
    expect(await state(person)).toMatchObject({ enabled: false, passkeys: 0, recovery_codes_left: 0 });
    expect(await mailKindsTo(app, person.email)).toContain('passkey_removed');
    await app.login(person);
  });

  it('a passkey beside an authenticator app keeps the recovery codes, and the other way around', async () => {
    const person = await app.owner();
    const { recoveryCodes } = await enrol(app, person);
    const [first = '', second = '', third = ''] = recoveryCodes;
    const { soft, id } = await addPasskey(app, person, { code: first });
    const { password, token } = person;
    await app.call(security.removePasskey, { passkey_id: id, password, code: second }, { token });
    expect(await state(person)).toMatchObject({ authenticator: true, passkeys: 0, recovery_codes_left: 8 });
    await addPasskey(app, person, { soft: newPasskey(), code: third });
    expect((await firstStep(app, person)).second_factor_methods).toEqual(['authenticator', 'passkey']);
    const { message } = await app.call(
      security.disableSecondFactor,
      { password, code: recoveryCodes[3] ?? '' },
      { token },
    );
    expect(message).toContain('Your passkeys still protect your account');
    expect(await state(person)).toMatchObject({ authenticator: false, passkeys: 1, recovery_codes_left: 6 });
    expect(soft.id).toBeTypeOf('string');
  });

  it('the last factor is refused while the organization requires one', async () => {
    const owner = await app.owner();
    const { id, soft, recoveryCodes } = await addPasskey(app, owner);
    await requireFactor(owner);
    const { password, token } = owner;
    const passkey = await confirmationProof(app, owner, soft);
    const answer = app.call(security.removePasskey, { passkey_id: id, password, passkey }, { token });
    expect(await failsWith(answer, 'STATE_CONFLICT')).toMatchObject({ reason: 'second_factor_required' });
    expect((await list(owner)).total).toBe(1);
    expect((await state(owner)).recovery_codes_left).toBe(recoveryCodes?.length);
  });

  it('is not possible for a passkey of someone else, nor is renaming', async () => {
    const [person, other] = [await app.owner(), await app.owner()];
    const { id } = await addPasskey(app, other);
    const { password, token } = person;
    await failsWith(app.call(security.removePasskey, { passkey_id: id, password }, { token }), 'NOT_FOUND');
    await failsWith(app.call(security.renamePasskey, { passkey_id: id, name: 'Mine' }, { token }), 'NOT_FOUND');
    expect((await list(other)).passkeys).toMatchObject([{ name: 'Laptop' }]);
    await app.call(security.renamePasskey, { passkey_id: id, name: 'Phone' }, { token: other.token });
    expect((await list(other)).passkeys).toMatchObject([{ name: 'Phone' }]);
  });
});
