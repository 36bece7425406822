import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { openSessions } from '#e2e/support/rows.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { logout, refresh } = contract.auth;
const { getMe } = contract.profile;

const app = perFile(() => createTestService());
const owner = perFile(() => app.owner());

describe('logout (seed 000 §4 #3, §3)', () => {
  it('ends access and refresh of the current session immediately, and no other session', async () => {
    const [person, other] = [await app.login(owner), await app.login(owner)];
    const before = await openSessions(app, owner.id);
    const answer = await app.call(logout, {}, { token: person.token });
    expect(answer).toEqual({ success: true, message: expect.any(String) });
    expect((await failsWith(app.call(getMe, {}, { token: person.token }), 'SESSION_ENDED')).reason).toBe('logout');
    const late = app.call(refresh, { refresh_token: person.refreshToken });
    expect((await failsWith(late, 'REFRESH_TOKEN_INVALID')).reason).toBe('logout');
    expect(await openSessions(app, owner.id)).toHaveLength(before.length - 1);
    await app.call(getMe, {}, { token: other.token });
  });

  it('gives the same answer again, after the token has expired, and after the account is gone', async () => {
    const person = await app.owner();
    const first = await app.call(logout, {}, { token: person.token });
    expect(await app.call(logout, {}, { token: person.token })).toEqual(first);
    app.clock.advance(2 * day);
    expect(await app.call(logout, {}, { token: person.token })).toEqual(first);
    await tablesOf(app.service.context.db.write).deleteFrom('users').where('id', '=', person.id).execute();
    expect(await app.call(logout, {}, { token: person.token })).toEqual(first);
  });

  it('keeps the reason if the session had already ended', async () => {
    const [one, two] = [await app.login(owner), await app.login(owner)];
    await app.call(contract.sessions.revokeOtherSessions, {}, { token: two.token });
    await app.call(logout, {}, { token: one.token });
    expect((await failsWith(app.call(getMe, {}, { token: one.token }), 'SESSION_ENDED')).reason).toBe('revoked');
  });
});
