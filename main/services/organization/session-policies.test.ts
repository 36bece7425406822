import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { type PolicyChange, setPolicies } from '#e2e/support/policies.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { hour, minute, second } from '#shared/rules/limits.ts';
import { purge } from '../../jobs/purge.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner('owner@example.com'));

const set = (change: PolicyChange, person = owner) => setPolicies(app, person, change);
const getMe = (person: Person) => app.call(contract.profile.getMe, {}, { token: person.token });
const refresh = (person: Person) => app.call(contract.auth.refresh, { refresh_token: person.refreshToken });

describe('limits of sessions', () => {
  it('end an idle session at the next request and refresh, to the second', async () => {
    const [one, two] = [await app.join(owner), await app.join(owner)];
    app.clock.advance(4 * minute);
    await set({ session_idle_minutes: 5 });
    app.clock.advance(1 * minute - 1 * second);
    await getMe(one);
    app.clock.advance(1 * second);
    expect(await failsWith(getMe(two), 'SESSION_ENDED')).toMatchObject({ reason: 'idle' });
    expect(await failsWith(refresh(two), 'REFRESH_TOKEN_INVALID')).toMatchObject({ reason: 'idle' });
    app.clock.advance(5 * minute - 1 * second);
    expect(await failsWith(refresh(one), 'REFRESH_TOKEN_INVALID')).toMatchObject({ reason: 'idle' });
  });

  it('end a session some hours after its sign-in, however active and refreshed', async () => {
    const person = await app.join(owner);
    const begun = app.clock.now();
    await set({ session_max_hours: 1 });
    for (let passed = 0; passed < 55; passed += 11) {
      app.clock.advance(11 * minute);
      await getMe(person);
    }
    const session = await app.call(contract.sessions.getSession, {}, { token: person.token });
    expect(session.expires_at).toBe(new Date(begun + 1 * hour).toISOString());
    const fresh = await refresh(person);
    app.clock.set(begun + 1 * hour - 1);
    await getMe({ ...person, token: fresh.access_token });
    app.clock.advance(1);
    expect(
      await failsWith(refresh({ ...person, refreshToken: fresh.refresh_token }), 'REFRESH_TOKEN_INVALID'),
    ).toMatchObject({ reason: 'expired' });
  });

  it('hold inside a transaction that began before', async () => {
    const { callers, db } = app.service.context;
    const caller = await callers.identify(owner.token, { background: false, ip: '127.0.0.1' });
    await callers.flush();
    await set({ session_idle_minutes: 5 });
    await callers.flush();
    app.clock.advance(5 * minute);
    await expect(callers.reload(db.read, caller, { ip: '127.0.0.1' })).rejects.toMatchObject({ key: 'SESSION_ENDED' });
  });

  it('show the time that is left, and hide sessions that they ended', async () => {
    const person = await app.join(owner);
    await set({ session_idle_minutes: 5 });
    const left = await app.call(contract.sessions.getSession, {}, { token: person.token, background: true });
    expect([left.idle_logout_in, left.idle_timeout]).toEqual([5 * 60, 5 * 60]);
    const again = await app.login(person);
    app.clock.advance(4 * minute);
    await getMe(again);
    await getMe(owner);
    app.clock.advance(1 * minute);
    const { sessions } = await app.call(contract.sessions.listSessions, {}, { token: again.token });
    expect(sessions.map(({ current }) => current)).toEqual([true]);
    const counted = { tenant_id: owner.tenantId };
    expect(await app.call(contract.sessions.countSessions, counted, { token: owner.token })).toEqual({
      sessions: 2,
      people: 2,
    });
    const preview = { tenant_id: owner.tenantId, user_ids: person.id };
    expect((await app.call(contract.team.previewRemoval, preview, { token: owner.token })).sessions).toBe(1);
  });

  it('are applied by the purge to their own organization only', async () => {
    let stranger = await app.owner();
    await set({ session_idle_minutes: 5, session_max_hours: 1 });
    /** In no particular order: a server gives changed rows last. */
    const reasons = async () =>
      (
        await tablesOf(app.service.context.db.read).selectFrom('sessions').select(['user_id', 'end_reason']).execute()
      ).map(({ user_id, end_reason }) => [user_id, end_reason]);
    app.clock.advance(5 * minute);
    await purge(app.service.context);
    expect((await reasons()).toSorted()).toEqual(
      [
        [owner.id, 'idle'],
        [stranger.id, null],
      ].toSorted(),
    );
    const again = await app.login(owner);
    for (let passed = 0; passed < 60; passed += 4) {
      await getMe(again);
      stranger = { ...stranger, refreshToken: (await refresh(stranger)).refresh_token };
      app.clock.advance(4 * minute);
    }
    await purge(app.service.context);
    expect((await reasons()).map(([, reason]) => reason).sort()).toEqual(['expired', 'idle', null]);
  });
});
