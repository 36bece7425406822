import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { countOutcomes, times } from '#e2e/support/outcomes.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { openSessions } from '#e2e/support/rows.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';

const { revokeSession, revokeOtherSessions } = contract.sessions;
const { getMe } = contract.profile;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const idOf = async ({ token }: Person) => (await app.service.context.callers.verify(token)).sessionId;
const revoke = (person: Person, session_id: string) => app.call(revokeSession, { session_id }, { token: person.token });
const reasonOf = async (person: Person) =>
  (await failsWith(app.call(getMe, {}, { token: person.token }), 'SESSION_ENDED')).reason;

describe('revoke a session (seed 000 §4 #18, §3)', () => {
  it('ends access and refresh of only that session', async () => {
    const person = await app.owner();
    const [other, third] = [await app.login(person), await app.login(person)];
    const answer = await revoke(person, await idOf(other));
    expect(answer).toEqual({ success: true, message: expect.any(String) });
    expect(await reasonOf(other)).toBe('revoked');
    const late = app.call(contract.auth.refresh, { refresh_token: other.refreshToken });
    expect((await failsWith(late, 'REFRESH_TOKEN_INVALID')).reason).toBe('revoked');
    for (const { token } of [person, third]) await app.call(getMe, {}, { token });
    expect(await openSessions(app, person.id)).toHaveLength(2);
  });

  it('equals logout for the current one', async () => {
    const person = await app.owner();
    await revoke(person, await idOf(person));
    expect(await reasonOf(person)).toBe('logout');
  });

  it("gives the same answer for unknown, foreign, other members' and ended ones, and ends none of them", async () => {
    const [person, stranger] = [await app.owner(), await app.owner()];
    const member = await app.join(person);
    const ended = await app.login(person);
    await app.call(contract.auth.logout, {}, { token: ended.token });
    const ids = ['sess_unknown', await idOf(stranger), await idOf(member), await idOf(ended)];
    const details = [];
    for (const id of ids) details.push(await failsWith(revoke(person, id), 'NOT_FOUND'));
    expect(new Set(details.map((detail) => JSON.stringify(detail))).size).toBe(1);
    for (const { token } of [stranger, member]) await app.call(getMe, {}, { token });
    expect(await reasonOf(ended)).toBe('logout');
  });

  it('treats an idle session like an ended one, and does not count it', async () => {
    const person = await app.owner();
    const idle = await app.login(person);
    app.clock.advance(lifetimesMs.idleLogout / 2);
    await app.call(getMe, {}, { token: person.token });
    app.clock.advance(lifetimesMs.idleLogout / 2);
    await failsWith(revoke(person, await idOf(idle)), 'NOT_FOUND');
    expect((await app.call(revokeOtherSessions, {}, { token: person.token })).ended).toBe(0);
    expect(await reasonOf(idle)).toBe('idle');
  });

  it('succeeds once for 20 concurrent calls', async () => {
    const person = await app.owner();
    const id = await idOf(await app.login(person));
    expect(await countOutcomes(times(20, () => revoke(person, id)))).toEqual({ ok: 1, NOT_FOUND: 19 });
  });
});

describe('revoke all other sessions', () => {
  it('ends every other one, returns how many, and keeps the current one', async () => {
    const person = await app.owner();
    const bystander = await app.owner();
    const others = [await app.login(person), await app.login(person), await app.login(person)];
    const answer = await app.call(revokeOtherSessions, {}, { token: person.token });
    expect(answer).toEqual({ success: true, message: expect.any(String), ended: 3 });
    for (const other of others) expect(await reasonOf(other)).toBe('revoked');
    expect(await openSessions(app, person.id)).toEqual([await idOf(person)]);
    await app.call(getMe, {}, { token: bystander.token });
    expect((await app.call(revokeOtherSessions, {}, { token: person.token })).ended).toBe(0);
  });
});
