import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs, minute, second } from '#shared/rules/limits.ts';

const { getSession } = contract.sessions;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const ask = (person: Person, background: boolean) => app.call(getSession, {}, { token: person.token, background });
const left = async (person: Person) => (await ask(person, true)).idle_logout_in;

describe('the current session', () => {
  it('reports the seconds left without activity, which background calls do not extend', async () => {
    const person = await app.owner();
    const start = app.clock.now();
    expect(await ask(person, true)).toEqual({
      session_id: expect.stringMatching(/^sess_/),
      idle_logout_in: 1_800,
      idle_timeout: 1_800,
      expires_at: new Date(start + lifetimesMs.refreshToken).toISOString(),
    });
    app.clock.advance(28 * minute + 1);
    expect(await left(person)).toBe(119);
    app.clock.advance(1 * minute);
    expect(await left(person)).toBe(59);
  });

  it('ends later after a refresh, at once', async () => {
    const person = await app.owner();
    await ask(person, true);
    app.clock.advance(5 * minute);
    await app.call(contract.auth.refresh, { refresh_token: person.refreshToken });
    const { expires_at } = await ask(person, true);
    expect(expires_at).toBe(new Date(app.clock.now() + lifetimesMs.refreshToken).toISOString());
  });

  it("starts over with a user's call in any tab", async () => {
    const person = await app.owner();
    app.clock.advance(20 * minute);
    await app.call(contract.profile.getMe, {}, { token: person.token });
    expect(await left(person)).toBe(1_800);
    app.clock.advance(20 * minute);
    expect((await ask(person, false)).idle_logout_in).toBe(1_800);
    app.clock.advance(19 * minute);
    expect(await left(person)).toBe(660);
  });

  it('reports the same after its activity was written', async () => {
    const person = await app.owner();
    app.clock.advance(10 * minute);
    await ask(person, false);
    app.clock.advance(5 * minute);
    await app.service.context.callers.flush();
    expect(await left(person)).toBe(1_500);
  });

  it('lasts exactly as long as reported', async () => {
    const person = await app.owner();
    app.clock.advance(20 * minute);
    app.clock.advance((await left(person)) * second - 1);
    expect(await left(person)).toBe(0);
    app.clock.advance(1);
    expect((await failsWith(left(person), 'SESSION_ENDED')).reason).toBe('idle');
  });
});
