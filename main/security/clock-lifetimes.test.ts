import { beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { addPasskey, signInProof } from '#e2e/support/passkey-owner.ts';
import { setPolicies } from '#e2e/support/policies.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { invite } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day, hour, lifetimesMs, minute } from '#shared/rules/limits.ts';
import { purge } from '../jobs/purge.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { touchSession } from '../storage/store/identity/sessions.ts';

const { auth, team, profile, sessions } = contract;
const year = 365 * day;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
let owner: Person;
beforeEach(async () => {
  owner = await app.owner();
});

const invitationOf = async (person: Person, id: string) => {
  const { invitations } = await app.call(team.listInvitations, { tenant_id: person.tenantId }, { token: person.token });
  return invitations.find(({ invitation_id }) => invitation_id === id);
};

/** As a call does. */
const touch = (sessionId: string) => touchSession(app.service.context.db.write, sessionId, app.clock.now());

/** What begins, how long it lasts, and how to tell whether it still does: the proof fails once it is over. */
const lasting: [what: string, lifetimeMs: number, begin: () => Promise<() => Promise<unknown>>][] = [
  [
    'a session that no one uses',
    lifetimesMs.idleLogout,
    async () => {
      const person = await app.login(owner);
      return () => app.call(auth.refresh, { refresh_token: person.refreshToken });
    },
  ],
  [
    'a session of an organization that limits how long they last',
    hour,
    async () => {
      await setPolicies(app, owner, { session_max_hours: 1 });
      const person = await app.login(owner);
      const { session_id } = await app.call(sessions.getSession, {}, { token: person.token });
      return async () => {
        await touch(session_id);
        await app.call(auth.refresh, { refresh_token: person.refreshToken });
      };
    },
  ],
  [
    'a session whose token is not refreshed',
    lifetimesMs.refreshToken,
    async () => {
      const person = await app.login(owner);
      const { session_id } = await app.call(sessions.getSession, {}, { token: person.token });
      return async () => {
        await touch(session_id);
        await app.call(auth.refresh, { refresh_token: person.refreshToken });
      };
    },
  ],
  [
    'a link that sets a new password',
    lifetimesMs.resetLink,
    async () => {
      await app.call(auth.forgotPassword, { email: owner.email });
      const token = await app.mailedToken(owner.email, 'password_reset');
      return () => app.call(auth.resetPassword, { token, new_password: 'quite another one 7' });
    },
  ],
  [
    'an invitation',
    lifetimesMs.invitation,
    async () => {
      const { invitation_id } = await invite(app, owner, 'invited@example.com');
      return async () =>
        expect(await invitationOf(await app.login(owner), invitation_id)).toMatchObject({ status: 'pending' });
    },
  ],
  [
    'an invitation link',
    lifetimesMs.invitation,
    async () => {
      const email = `late.${owner.id.slice(-6)}@example.com`.toLowerCase();
      await invite(app, owner, email);
      const token = await app.mailedToken(email, 'invitation');
      return () => app.call(team.acceptInvitation, { token, name: 'Late', password: 'a password for 7 days' });
    },
  ],
  [
    'the standing of someone who can undo an ownership',
    lifetimesMs.undoLink,
    async () => {
      const next = await app.join(owner, 'admin');
      const tenant_id = owner.tenantId;
      await app.call(team.changeRole, { tenant_id, user_id: next.id, role: 'owner' }, { token: owner.token });
      return async () => {
        const { token } = await app.login(next);
        await failsWith(app.call(team.removeMember, { tenant_id, user_id: owner.id }, { token }), 'FORBIDDEN');
      };
    },
  ],
  [
    'an API key for a day',
    day,
    async () => {
      const { key } = await createKey(app, owner, { expires_in_days: 1 });
      return () => app.call(profile.getMe, {}, { token: key });
    },
  ],
  [
    'a challenge for a passkey',
    lifetimesMs.passkeyChallenge,
    async () => {
      const { soft } = await addPasskey(app, owner);
      const proof = await signInProof(app, soft);
      return () => app.call(auth.loginWithPasskey, proof);
    },
  ],
];

describe('what began while the clock was a year ahead lasts no longer than usual once it is put right:', () => {
  it.each(lasting)('%s', async (_what, lifetimeMs, begin) => {
    app.clock.jump(year);
    owner = await app.login(owner);
    const lasts = await begin();
    app.clock.jump(-year);
    await purge(app.service.context);
    app.clock.advance(lifetimeMs + minute);
    await expect(lasts()).rejects.toThrow();
  });
});

describe('a clock that is set back by a minute ends nothing:', () => {
  it.each(lasting)('%s', async (_what, lifetimeMs, begin) => {
    const lasts = await begin();
    app.clock.jump(-minute);
    await purge(app.service.context);
    app.clock.advance(Math.min(lifetimeMs, lifetimesMs.idleLogout) - minute);
    await lasts();
    app.clock.jump(minute);
  });
});

describe('after a clock that was a year ahead', () => {
  it('an address that was invited can be invited anew', async () => {
    app.clock.jump(year);
    await invite(app, await app.login(owner), 'again@example.com');
    app.clock.jump(-year);
    owner = await app.login(owner);
    const { invitation_id } = await invite(app, owner, 'again@example.com');
    expect(await invitationOf(owner, invitation_id)).toMatchObject({ status: 'pending' });
  });

  it.each([year, 5 * day, 2 * minute])(
    'an access token from then (%d ms ahead) only refreshes or signs out',
    async (ahead) => {
      app.clock.jump(ahead);
      const [person, other] = [await app.login(owner), await app.login(owner)];
      // The service remembers that it has verified them.
      for (const { token } of [person, other]) await app.call(profile.getMe, {}, { token });
      app.clock.jump(-ahead);
      await failsWith(app.call(profile.getMe, {}, { token: person.token }), 'TOKEN_EXPIRED');
      const { access_token } = await app.call(auth.refresh, { refresh_token: person.refreshToken });
      await app.call(profile.getMe, {}, { token: access_token });
      await app.call(auth.logout, {}, { token: other.token });
      await failsWith(app.call(auth.refresh, { refresh_token: other.refreshToken }), 'REFRESH_TOKEN_INVALID');
    },
  );

  it('the activity of a session is stored as it is, on a server too', async () => {
    owner = await app.login(owner);
    const { callers, db } = app.service.context;
    const storedActivity = async (): Promise<number> => {
      await callers.flush();
      const row = await tablesOf(db.read)
        .selectFrom('sessions')
        .select(({ fn }) => fn.max('last_active_at').as('at'))
        .where('user_id', '=', owner.id)
        .executeTakeFirstOrThrow();
      return Number(row.at);
    };
    app.clock.jump(20 * minute);
    await app.call(profile.getMe, {}, { token: owner.token });
    expect(await storedActivity()).toBe(app.clock.now());
    app.clock.jump(-20 * minute);
    app.clock.advance(minute);
    await app.call(profile.getMe, {}, { token: owner.token });
    expect(await storedActivity()).toBe(app.clock.now());
    app.clock.advance(hour);
    await failsWith(app.call(profile.getMe, {}, { token: owner.token }), 'SESSION_ENDED');
  });
});
