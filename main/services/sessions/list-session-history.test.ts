import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import type { RequestOf } from '#shared/contract/operation.ts';
import { day, lifetimesMs, minute } from '#shared/rules/limits.ts';
import { purge } from '../../jobs/purge.ts';

const { listSessionHistory } = contract.sessions;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const list = (person: Person, query: RequestOf<typeof listSessionHistory> = {}) =>
  app.call(listSessionHistory, query, { token: person.token });
const reasons = async (person: Person, query?: RequestOf<typeof listSessionHistory>) =>
  (await list(person, query)).sessions.map(({ end_reason }) => end_reason);
const iso = (instant: number) => new Date(instant).toISOString();

/** Presents a refresh token long after it was spent. */
const copyOf = async (thief: Person) => {
  const refresh_token = thief.refreshToken;
  const next = await app.call(contract.auth.refresh, { refresh_token });
  await app.call(contract.profile.getMe, {}, { token: next.access_token });
  app.clock.advance(lifetimesMs.refreshGrace + 1);
  await failsWith(app.call(contract.auth.refresh, { refresh_token }), 'REFRESH_TOKEN_INVALID');
};

describe("the user's session history", () => {
  it('shows when a session started, when it ended and why, active ones first', async () => {
    const first = await app.owner();
    const start = app.clock.now();
    app.clock.advance(1 * minute);
    const [out, copied] = [await app.login(first), await app.login(first)];
    app.clock.advance(1 * minute);
    await app.call(contract.auth.logout, {}, { token: out.token });
    await copyOf(copied);
    const { sessions, total } = await list(first);
    expect(total).toBe(3);
    expect(sessions).toEqual([
      {
        session_id: expect.stringMatching(/^sess_/),
        device: 'castellan-test',
        ip_address: '127.0.0.1',
        created_at: iso(start),
        country: null,
        sign_in_method: 'password',
        last_active: iso(app.clock.now()),
        current: true,
        ended_at: null,
        end_reason: null,
      },
      expect.objectContaining({ current: false, ended_at: iso(app.clock.now()), end_reason: 'reuse_detected' }),
      expect.objectContaining({
        created_at: iso(start + 1 * minute),
        ended_at: iso(start + 2 * minute),
        end_reason: 'logout',
      }),
    ]);
  });

  it('can be filtered by active, ended and one reason, and paged', async () => {
    const person = await app.owner();
    for (let count = 0; count < 3; count += 1) {
      await app.call(contract.auth.logout, {}, { token: (await app.login(person)).token });
    }
    await copyOf(await app.login(person));
    expect(await reasons(person, { state: 'open' })).toEqual([null]);
    expect(await reasons(person, { state: 'ended' })).toEqual(['reuse_detected', 'logout', 'logout', 'logout']);
    expect(await reasons(person, { end_reason: 'reuse_detected' })).toEqual(['reuse_detected']);
    const page = await list(person, { state: 'ended', limit: 2, offset: 3 });
    expect([page.sessions.length, page.total]).toEqual([1, 4]);
  });

  it('shows an idle session as ended before the service has ended it', async () => {
    const person = await app.owner();
    await app.login(person);
    app.clock.advance(20 * minute);
    await app.call(contract.profile.getMe, {}, { token: person.token });
    app.clock.advance(10 * minute);
    expect(await reasons(person)).toEqual([null, 'idle']);
    expect(await reasons(person, { state: 'open' })).toEqual([null]);
  });

  it("contains no one else's sessions", async () => {
    const [person, other] = [await app.owner(), await app.owner()];
    const colleague = await app.join(person);
    await app.call(contract.auth.logout, {}, { token: other.token });
    await app.call(contract.auth.logout, {}, { token: colleague.token });
    expect((await list(person)).total).toBe(1);
  });

  it('drops a session 30 days after its end', async () => {
    const person = await app.owner();
    await app.call(contract.auth.logout, {}, { token: (await app.login(person)).token });
    app.clock.advance(30 * day);
    await purge(app.service.context);
    const back = await app.login(person);
    expect(await reasons(back, { state: 'ended' })).toEqual(['expired', 'logout']);
    app.clock.advance(1);
    await purge(app.service.context);
    expect(await reasons(back, { state: 'ended' })).toEqual(['expired']);
  });
});
