import { describe, expect, it } from 'vitest';
import { operate } from '#e2e/support/authority-cast.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { seedSecondFactor } from '#e2e/support/second-factor.ts';
import { invite, mailsTo, secretIn } from '#e2e/support/team.ts';
import { createTestService, type Person, testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';
import type { Role } from '#shared/rules/roles.ts';

const { acceptInvitation, changeRole, changeRoles, copyInvitationLink, removeMember, transferOwnership } =
  contract.team;

const app = perTest(() => createTestService({ 'rate-limits': 'off' }));
const owner = perTest(() => app.owner());
const admin = perTest(() => app.join(owner, 'admin'));

const asOwner = () => ({ token: owner.token });
const of = ({ id: user_id }: Person) => ({ tenant_id: owner.tenantId, user_id });

/** A link of an invitation that someone else has sent, copied by a person. */
const copied = async (person: Person, role: Role = 'admin', email = 'invitee@example.com'): Promise<string> => {
  const { invitation_id } = await invite(app, owner, email, role);
  const scope = { tenant_id: owner.tenantId, invitation_id };
  return secretIn((await app.call(copyInvitationLink, scope, { token: person.token })).url);
};
const resetMailOf = async ({ email }: Person): Promise<string> => {
  app.clock.advance(1);
  await app.call(contract.auth.forgotPassword, { email });
  await app.service.mailWorker.drain();
  return (await mailsTo(app, email)).at(-1)?.id ?? '';
};
const revealed = async (person: Person, mail_id: string): Promise<string> => {
  const scope = { tenant_id: owner.tenantId, mail_id };
  return secretIn((await app.call(contract.mail.revealMailLink, scope, { token: person.token })).url);
};
const accept = (token: string) => app.call(acceptInvitation, { token, name: 'Invitee', password: testPassword });
const reset = (token: string) =>
  app.call(contract.auth.resetPassword, { token, new_password: 'another long password' });

/** Ways of their own to end the rights of whoever was shown a link. identity/authority.test.ts has the others. */
const endings: [string, (person: Person) => Promise<unknown>][] = [
  [
    'is demoted with others',
    ({ id, tenantId }) => app.call(changeRoles, { tenant_id: tenantId, user_ids: [id], role: 'member' }, asOwner()),
  ],
  [
    'has a session ended by an owner',
    async (person) => {
      const { sessions } = await app.call(contract.sessions.listSessions, {}, { token: person.token });
      const session_id = sessions[0]?.session_id ?? '';
      await app.call(contract.sessions.revokeMemberSession, { ...of(person), session_id }, asOwner());
    },
  ],
  [
    'has their second factor reset',
    async (person) => {
      await seedSecondFactor(app.service.context, app.service.context.db.write, person.id);
      await app.call(contract.security.resetMemberSecondFactor, of(person), asOwner());
    },
  ],
  ['is signed out by the operator', (person) => operate(app, 'session end', { user: person.id })],
  ['is signed out with everyone else', () => operate(app, 'session end', { all: true })],
  [
    'loses a session to a spent refresh token',
    async ({ refreshToken: spent }) => {
      const next = await app.call(contract.auth.refresh, { refresh_token: spent });
      await app.call(contract.auth.refresh, { refresh_token: next.refresh_token });
      app.clock.advance(lifetimesMs.refreshGrace + 1);
      await failsWith(app.call(contract.auth.refresh, { refresh_token: spent }), 'REFRESH_TOKEN_INVALID');
    },
  ],
];

describe('links die with whoever was shown them (findings M1)', () => {
  it.each(endings)('if that person %s', async (_how, end) => {
    const link = await copied(admin);
    await end(admin);
    await failsWith(accept(link), 'LINK_INVALID');
  });

  it('if they were read in the outbox too', async () => {
    const other = await app.join(owner, 'admin');
    const link = await revealed(admin, await resetMailOf(other));
    await app.call(removeMember, of(admin), asOwner());
    await failsWith(reset(link), 'LINK_INVALID');
  });

  it('if any of several people who have seen them goes', async () => {
    const other = await app.join(owner, 'admin');
    const member = await app.join(owner);
    const mail = await resetMailOf(member);
    const link = await revealed(other, mail);
    expect(await revealed(admin, mail)).toBe(link);
    await app.call(removeMember, of(admin), asOwner());
    await failsWith(reset(link), 'LINK_INVALID');
  });

  it('and not if no one lost a right over them', async () => {
    const second = await app.join(owner, 'owner');
    const kept = await copied(second, 'admin', 'kept@example.com');
    const lost = await copied(second, 'owner', 'lost@example.com');
    const mailed = await invite(app, owner, 'mailed@example.com');
    await app.call(changeRole, { ...of(second), role: 'admin' }, asOwner());
    await app.call(removeMember, of(admin), asOwner());
    await failsWith(accept(lost), 'LINK_INVALID');
    await accept(kept);
    await accept(await app.mailedToken(mailed.email));
  });
});

/** Ways to end one of several sessions of one's own. identity/confirm-password.test.ts has another. */
const sessionEndings: [string, (kept: Person, ended: Person) => Promise<unknown>][] = [
  [
    'it',
    async ({ token }, ended) => {
      const { sessionId: session_id } = await app.service.context.callers.verify(ended.token);
      await app.call(contract.sessions.revokeSession, { session_id }, { token });
    },
  ],
  ['all others', ({ token }) => app.call(contract.sessions.revokeOtherSessions, {}, { token })],
];

it.each(sessionEndings)(
  'links die with the session that they were shown in, and no others, if its person ends %s',
  async (_which, end) => {
    const ended = await app.login(admin);
    const lost = await copied(ended, 'admin', 'lost@example.com');
    const kept = await copied(admin, 'admin', 'kept@example.com');
    await end(admin, ended);
    await failsWith(accept(lost), 'LINK_INVALID');
    await accept(kept);
  },
);

describe('reset links end with the role that they were made in (findings L6)', () => {
  it.each([
    ['a promotion', (person: Person) => app.call(changeRole, { ...of(person), role: 'owner' }, asOwner())],
    [
      'a transfer of ownership',
      (person: Person) => app.call(transferOwnership, { ...of(person), password: owner.password }, asOwner()),
    ],
  ] as const)('after %s', async (_how, promote) => {
    const member = await app.join(owner);
    await resetMailOf(member);
    const link = await app.mailedToken(member.email, 'password_reset');
    await promote(member);
    await failsWith(reset(link), 'LINK_INVALID');
    await resetMailOf(member);
    await reset(await app.mailedToken(member.email, 'password_reset'));
  });
});
