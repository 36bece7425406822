import { describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { times } from '#e2e/support/outcomes.ts';
import { addPasskey, signInProof } from '#e2e/support/passkey-owner.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { openSessions, openTokens, storedUser } from '#e2e/support/rows.ts';
import { settleOwnership } from '#e2e/support/settled-owners.ts';
import { invite, mailsTo, scheduleDeletion, storedInvitation } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import {
  type Addition,
  additionKinds,
  additionsIn,
  newPassword,
  resetByMailbox,
  signIn,
  victimAndThief,
} from '#e2e/support/thief.ts';
import { contract } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';

const { auth, profile, security, sessions, team } = contract;

const app = perFile(() => createTestService({ 'rate-limits': 'off', 'smtp-url': 'smtp://127.0.0.1:1' }));
let counter = 0;

const undo = (token: string) => app.call(security.undoChange, { token });
const lastThiefs = () => `thief${counter}@example.com`;
const thiefs = () => {
  counter += 1;
  return lastThiefs();
};
const linkOf = (person: Person, kind: Addition) => app.mailedToken(person.email, additionsIn(app)[kind].mail);

/** What a thief can do to an account: each with the session, the password, and a code of what they added. */
const doings: [string, (thief: Person, more: { code: string | undefined; host: Person }) => Promise<unknown>][] = [
  [
    'changes the password',
    ({ password, token }) =>
      app.call(auth.changePassword, { current_password: password, new_password: newPassword }, { token }),
  ],
  [
    'changes the address',
    async ({ password, token }) => {
      await app.call(profile.changeEmail, { new_email: thiefs(), password }, { token });
      await app.call(auth.verifyEmail, { token: await app.mailedToken(lastThiefs(), 'verification') });
    },
  ],
  [
    'asks for another address',
    ({ password, token }) => app.call(profile.changeEmail, { new_email: thiefs(), password }, { token }),
  ],
  ['signs out everywhere', ({ token }) => app.call(sessions.revokeOtherSessions, {}, { token })],
  ['signs out', ({ token }) => app.call(auth.logout, {}, { token })],
  [
    'adds a passkey',
    async (thief, { code }) => void (await addPasskey(app, thief, code === undefined ? {} : { code })),
  ],
  ['creates more keys', async (thief) => void (await Promise.all(times(3, () => createKey(app, thief))))],
  ['schedules the deletion', (thief) => scheduleDeletion(app, thief)],
  [
    'tries to read the link in the outbox and changes the password',
    async ({ email, tenantId, token, password }) => {
      for (const { id, kind, token_id } of await mailsTo(app, email)) {
        if (kind === 'verification' || token_id === null) continue;
        const scope = { tenant_id: tenantId, mail_id: id };
        await failsWith(app.call(contract.mail.revealMailLink, scope, { token }), 'ROLE_NOT_ALLOWED');
      }
      await app.call(auth.changePassword, { current_password: password, new_password: newPassword }, { token });
    },
  ],
  [
    'has a colleague read the link in the outbox, who then loses their rights',
    async ({ email, tenantId, token }, { host }) => {
      const kinds = Object.values(additionsIn(app)).map(({ mail }) => mail as string);
      const mail = (await mailsTo(app, email)).findLast(({ kind }) => kinds.includes(kind));
      const scope = { tenant_id: tenantId, mail_id: mail?.id ?? '' };
      await app.call(contract.mail.revealMailLink, scope, { token: host.token });
      const change = { tenant_id: tenantId, user_id: host.id, role: 'member' } as const;
      await app.call(team.changeRole, change, { token });
    },
  ],
  [
    'has the second factor reset by a colleague',
    ({ id, tenantId }, { host }) =>
      app
        .call(security.resetMemberSecondFactor, { tenant_id: tenantId, user_id: id }, { token: host.token })
        .catch(() => undefined),
  ],
  [
    'is disabled by a colleague and enabled again',
    async ({ id, tenantId }, { host }) => {
      await settleOwnership(app, host);
      const scope = { tenant_id: tenantId, user_id: id };
      await app.call(team.disableMember, scope, { token: host.token });
      await app.call(team.enableMember, scope, { token: host.token });
    },
  ],
  [
    'is demoted by a colleague',
    ({ id, tenantId }, { host }) =>
      app.call(team.changeRole, { tenant_id: tenantId, user_id: id, role: 'member' }, { token: host.token }),
  ],
];

describe.each(additionKinds)('the link about a new %s, after the thief', (kind) => {
  it.each(doings)('%s, still undoes it and gives the account back', async (_, act) => {
    const { victim, thief } = await victimAndThief(app);
    const host = await app.join(victim, 'owner');
    app.clock.advance(1);
    const { code } = await additionsIn(app)[kind].add(thief);
    const link = await linkOf(victim, kind);
    app.clock.advance(1);
    await act(thief, { code, host });
    app.clock.advance(1);
    await undo(link);
    const { status, email, pending_email, delete_at } = await storedUser(app, victim.id);
    expect({ status, email, pending_email, delete_at }).toEqual({
      status: 'active',
      email: victim.email,
      pending_email: null,
      delete_at: null,
    });
    await failsWith(app.call(profile.getMe, {}, { token: thief.token }), 'SESSION_ENDED');
    for (const password of [victim.password, newPassword]) {
      await failsWith(signIn(app, { email: victim.email, password }), 'INVALID_CREDENTIALS');
    }
    // The link about the older key stays; the one about the colleague depends on what became of them.
    const open = (await openTokens(app, victim.id)).filter((purpose) => purpose !== 'undo_owner');
    expect(open).toEqual(['reset_password', 'undo_api_key']);
    const token = await resetByMailbox(app, victim);
    expect(await app.call(security.getSecondFactor, {}, { token })).toMatchObject({ enabled: false });
  });
});

describe('a thief with the password of a session without two-factor authentication', () => {
  it('keeps nothing of a chain of changes once the first is undone (a thief adds passkeys, a key, a password, an address)', async () => {
    const { victim, thief } = await victimAndThief(app);
    const member = await app.join(victim);
    const older = await invite(app, victim, `older${counter}@example.com`);
    app.clock.advance(1);
    const first = await addPasskey(app, thief, { name: 'A' });
    const link = await linkOf(victim, 'passkey');
    app.clock.advance(1);
    const second = await addPasskey(app, thief, { name: 'B', code: first.recoveryCodes?.[0] ?? '' });
    const { key } = await createKey(app, thief, { scopes: ['self', 'team.manage'] });
    const elsewhere = await app.call(auth.loginWithPasskey, await signInProof(app, second.soft));
    const invited = await invite(app, { ...thief, token: elsewhere.access_token }, thiefs(), 'admin');
    await app.call(
      auth.changePassword,
      { current_password: thief.password, new_password: newPassword },
      { token: elsewhere.access_token },
    );
    await app.call(
      profile.changeEmail,
      { new_email: thiefs(), password: newPassword },
      { token: elsewhere.access_token },
    );
    const address = lastThiefs();
    await app.call(auth.verifyEmail, { token: await app.mailedToken(address, 'verification') });
    const { key: lateKey } = await createKey(app, { ...thief, token: elsewhere.access_token, password: newPassword });
    const thiefsLink = await app.mailedToken(address, 'api_key_created');
    // The victim's own ways lead nowhere by now.
    await failsWith(signIn(app, victim), 'INVALID_CREDENTIALS');
    app.clock.advance(minute);
    await undo(link);
    for (const { soft } of [first, second]) {
      await failsWith(app.call(auth.loginWithPasskey, await signInProof(app, soft)), 'PASSKEY_INVALID');
    }
    for (const token of [key, lateKey]) await failsWith(app.call(profile.getMe, {}, { token }), 'TOKEN_INVALID');
    for (const token of [thief.token, elsewhere.access_token]) {
      await failsWith(app.call(profile.getMe, {}, { token }), 'SESSION_ENDED');
    }
    await failsWith(signIn(app, { email: address, password: newPassword }), 'INVALID_CREDENTIALS');
    // Notices of later changes went to the thief's mailbox: their links must not bring the address back.
    await failsWith(undo(thiefsLink), 'LINK_INVALID');
    expect((await storedInvitation(app, invited.invitation_id)).status).toBe('revoked');
    expect((await storedInvitation(app, older.invitation_id)).status).toBe('pending');
    await expect(app.call(profile.getMe, {}, { token: member.token })).resolves.toMatchObject({ email: member.email });
    const token = await resetByMailbox(app, victim);
    expect(await app.call(profile.getMe, {}, { token })).toMatchObject({ email: victim.email, email_verified: true });
    expect(await openSessions(app, victim.id)).toHaveLength(1);
  });

  it('leaves older second factors and their codes alone', async () => {
    const { victim, thief } = await victimAndThief(app);
    const own = await addPasskey(app, victim, { name: 'Own' });
    const [ownCode = '', another = ''] = own.recoveryCodes ?? [];
    app.clock.advance(1);
    await addPasskey(app, thief, { name: 'Thief’s', code: ownCode });
    const link = await linkOf(victim, 'passkey');
    await undo(link);
    await expect(app.call(auth.loginWithPasskey, await signInProof(app, own.soft))).resolves.toBeDefined();
    const reset = { token: await app.mailedToken(victim.email, 'password_reset'), new_password: newPassword };
    const { second_factor_token = '' } = await failsWith(app.call(auth.resetPassword, reset), 'SECOND_FACTOR_REQUIRED');
    await expect(app.call(auth.completeLogin, { second_factor_token, code: another })).resolves.toBeDefined();
  });

  it('loses new recovery codes, and keeps the factors that they were for', async () => {
    const { victim, thief } = await victimAndThief(app);
    const { recoveryCodes, soft } = await addPasskey(app, victim);
    app.clock.advance(1);
    const [code = ''] = recoveryCodes ?? [];
    await app.call(auth.confirmSession, { code }, { token: thief.token });
    const confirmation = { password: thief.password };
    const { recovery_codes } = await app.call(security.regenerateRecoveryCodes, confirmation, { token: thief.token });
    const link = await app.mailedToken(victim.email, 'recovery_codes_created');
    expect(await app.call(security.lookupUndo, { token: link })).toMatchObject({ kind: 'recovery_codes', name: null });
    await undo(link);
    await failsWith(app.call(profile.getMe, {}, { token: thief.token }), 'SESSION_ENDED');
    await expect(app.call(profile.getMe, {}, { token: victim.token })).resolves.toBeDefined();
    const reset = { token: await app.mailedToken(victim.email, 'password_reset'), new_password: newPassword };
    const { second_factor_token = '' } = await failsWith(app.call(auth.resetPassword, reset), 'SECOND_FACTOR_REQUIRED');
    const later = { second_factor_token, code: recovery_codes[0] ?? '' };
    await failsWith(app.call(auth.completeLogin, later), 'SECOND_FACTOR_INVALID');
    await expect(app.call(auth.loginWithPasskey, await signInProof(app, soft))).resolves.toBeDefined();
  });

  it('loses recovery codes that were created since', async () => {
    const { victim, thief } = await victimAndThief(app);
    const { recoveryCodes, soft } = await addPasskey(app, victim);
    app.clock.advance(1);
    const [code = ''] = recoveryCodes ?? [];
    await app.call(auth.confirmSession, { code }, { token: thief.token });
    await createKey(app, thief);
    const link = await linkOf(victim, 'api_key');
    app.clock.advance(1);
    const confirmation = { password: thief.password };
    const { recovery_codes } = await app.call(security.regenerateRecoveryCodes, confirmation, { token: thief.token });
    await undo(link);
    await expect(app.call(auth.loginWithPasskey, await signInProof(app, soft))).resolves.toBeDefined();
    const reset = { token: await app.mailedToken(victim.email, 'password_reset'), new_password: newPassword };
    const { second_factor_token = '' } = await failsWith(app.call(auth.resetPassword, reset), 'SECOND_FACTOR_REQUIRED');
    const later = { second_factor_token, code: recovery_codes[0] ?? '' };
    await failsWith(app.call(auth.completeLogin, later), 'SECOND_FACTOR_INVALID');
  });
});
