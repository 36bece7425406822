import { expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';

const { profile, sessions } = contract;

const app = perFile(() => createTestService());

/** Every read that lists open sessions by their last activity, as an owner makes it about a member or the member does. */
const lists: Record<string, (owner: Person, member: Person) => Promise<{ session_id: string; last_active: string }[]>> =
  {
    listSessions: async (_, { token }) => (await app.call(sessions.listSessions, {}, { token })).sessions,
    listMemberSessions: async ({ token, tenantId }, { id }) =>
      (await app.call(sessions.listMemberSessions, { tenant_id: tenantId, user_id: id }, { token })).sessions,
    listTeamSessions: async ({ token, tenantId }, { email }) =>
      (await app.call(sessions.listTeamSessions, { tenant_id: tenantId, q: email }, { token })).sessions,
  };

it.each(Object.entries(lists))(
  '%s has the session first that was used last, also before that is stored',
  async (_, list) => {
    const owner = await app.owner();
    const used = await app.join(owner);
    app.clock.advance(minute);
    await app.login(used);
    app.clock.advance(minute);
    await app.call(profile.getMe, {}, { token: used.token });
    const listed = await list(owner, used);
    expect(listed).toHaveLength(2);
    expect(listed.map(({ last_active }) => last_active)).toEqual(
      [app.clock.now(), app.clock.now() - minute].map((at) => new Date(at).toISOString()),
    );
  },
);
