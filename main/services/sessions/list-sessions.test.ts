import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs, minute, second } from '#shared/rules/limits.ts';

const { listSessions } = contract.sessions;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const list = async (person: Person) => (await app.call(listSessions, {}, { token: person.token })).sessions;
const iso = (instant: number) => new Date(instant).toISOString();

describe('list sessions (seed 000 §4 #17, §2)', () => {
  it('returns device, IP address, last activity and the current session, last active first', async () => {
    const person = await app.owner();
    const start = app.clock.now();
    app.clock.advance(1 * minute);
    const { access_token } = await app.call(
      contract.auth.login,
      { email: person.email, password: person.password },
      {
        ip: '2001:db8::7',
        userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      },
    );
    app.clock.advance(1 * second);
    expect(await list({ ...person, token: access_token })).toEqual([
      {
        session_id: expect.stringMatching(/^sess_/),
        device: 'Firefox on Windows',
        ip_address: '2001:db8::7',
        last_active: iso(app.clock.now()),
        current: true,
      },
      {
        session_id: expect.stringMatching(/^sess_/),
        device: 'castellan-test',
        ip_address: '127.0.0.1',
        last_active: iso(start),
        current: false,
      },
    ]);
    app.clock.advance(1 * second);
    expect((await list(person)).map(({ current }) => current)).toEqual([true, false]);
  });

  it("contains no one else's, no ended ones, and no idle ones that the service has yet to end", async () => {
    const [person, other] = [await app.owner(), await app.owner()];
    const [out, idle] = [await app.login(person), await app.login(person)];
    expect(await list(person)).toHaveLength(3);
    await app.call(contract.auth.logout, {}, { token: out.token });
    expect(await list(person)).toHaveLength(2);
    app.clock.advance(lifetimesMs.idleLogout - 1 * second);
    expect(await list(person)).toHaveLength(2);
    app.clock.advance(1 * second);
    expect(await list(person)).toHaveLength(1);
    const seen = await failsWith(app.call(listSessions, {}, { token: idle.token }), 'SESSION_ENDED');
    expect(seen.reason).toBe('idle');
    await failsWith(list(other), 'SESSION_ENDED');
  });

  it('does not count a background call as activity', async () => {
    const person = await app.owner();
    const start = app.clock.now();
    app.clock.advance(5 * minute);
    const seen = await app.call(listSessions, {}, { token: person.token, background: true });
    expect(seen.sessions.map(({ last_active }) => last_active)).toEqual([iso(start)]);
  });
});
