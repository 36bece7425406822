import bcrypt from 'bcryptjs';
import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { closedAfterwards, perFile } from '#e2e/support/prepared.ts';
import { openSessions, storedUser } from '#e2e/support/rows.ts';
import { setUser } from '#e2e/support/team.ts';
import { createTestService, testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day, lifetimesMs, second } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { login, signup } = contract.auth;

const app = perFile(() => createTestService());

describe('login (seed 000 §4 #2)', () => {
  it('returns tokens, the user object of the login, and 3600 seconds', async () => {
    const person = await app.owner();
    const answer = await app.call(login, { email: person.email, password: person.password });
    expect(answer.expires_in).toBe(3600);
    expect(answer.user).toEqual({
      id: person.id,
      email: person.email,
      name: person.name,
      tenant_id: person.tenantId,
      role: 'owner',
    });
  });

  it('rejects a wrong password and an unknown address with the same error', async () => {
    const person = await app.owner();
    const wrong = await failsWith(app.call(login, { email: person.email, password: 'wrong' }), 'INVALID_CREDENTIALS');
    const unknown = await failsWith(
      app.call(login, { email: 'nobody@example.com', password: 'wrong' }),
      'INVALID_CREDENTIALS',
    );
    expect(unknown).toEqual(wrong);
  });

  it('tells the owner of a disabled account, and no one else', async () => {
    const person = await app.owner();
    await setUser(app, person.id, { status: 'disabled' });
    await failsWith(app.call(login, { email: person.email, password: person.password }), 'ACCOUNT_DISABLED');
    await failsWith(app.call(login, { email: person.email, password: 'wrong' }), 'INVALID_CREDENTIALS');
  });

  it('locks an account progressively from the sixth failure on, including unknown ones and across a restart', async () => {
    const person = await app.owner();
    for (const email of [person.email, 'stranger@example.com']) {
      for (let failure = 0; failure < 6; failure += 1) {
        await failsWith(app.call(login, { email, password: 'wrong' }), 'INVALID_CREDENTIALS');
      }
      await app.restart();
      const { retry_after } = await failsWith(app.call(login, { email, password: testPassword }), 'ACCOUNT_LOCKED');
      expect(retry_after).toBe(1);
    }
    app.clock.advance(1 * second);
    await app.call(login, { email: person.email, password: testPassword });
    await failsWith(app.call(login, { email: person.email, password: 'wrong' }), 'INVALID_CREDENTIALS');
    await app.call(login, { email: person.email, password: testPassword });
  });

  it('offers to restore an account pending deletion, but only for the correct password', async () => {
    const person = await app.owner();
    await app.call(
      contract.profile.deleteMe,
      { confirmation: 'DELETE', password: person.password },
      { token: person.token },
    );
    await failsWith(app.call(login, { email: person.email, password: 'wrong' }), 'INVALID_CREDENTIALS');
    const details = await failsWith(
      app.call(login, { email: person.email, password: person.password }),
      'ACCOUNT_PENDING_DELETION',
    );
    expect(details.scheduled_deletion).toBe(new Date(app.clock.now() + 30 * day).toISOString());
    const back = await app.call(contract.auth.restoreAccount, { restore_token: details.restore_token ?? '' });
    expect(back.user.id).toBe(person.id);
    app.clock.advance(lifetimesMs.restoreToken);
  });

  it('reveals the state of an account only for its password, and never that of a removed one', async () => {
    const owner = await app.owner();
    const removed = await app.join(owner);
    const at = { tenant_id: owner.tenantId, user_id: removed.id };
    await app.call(contract.team.removeMember, at, { token: owner.token });
    for (const password of [removed.password, 'wrong', '']) {
      const attempt = app.call(login, { email: removed.email, password });
      await failsWith(attempt, password === '' ? 'VALIDATION_FAILED' : 'INVALID_CREDENTIALS');
    }
    expect(await openSessions(app, removed.id)).toEqual([]);
  });

  it('stores the session with its device, IP address, start and absolute end, and the last login', async () => {
    const person = await app.owner();
    app.clock.advance(1 * day);
    const answer = await app.call(
      login,
      { email: person.email, password: person.password },
      { ip: '203.0.113.5', userAgent: 'curl/8.5.0' },
    );
    const { sessionId } = await app.service.context.callers.verify(answer.access_token);
    const { db } = app.service.context;
    const row = await tablesOf(db.read)
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', sessionId)
      .executeTakeFirst();
    const now = app.clock.now();
    expect(row).toMatchObject({
      user_id: person.id,
      device: 'curl',
      ip_address: '203.0.113.5',
      created_at: now,
      last_active_at: now,
      expires_at: now + lifetimesMs.refreshToken,
      refresh_generation: 0,
      ended_at: null,
    });
    expect((await storedUser(app, person.id)).last_login_at).toBe(now);
  });

  it('has tenant and role in the claims, and no claims beyond the six', async () => {
    const person = await app.login(await app.owner());
    const { claims } = await app.service.context.accessTokens.verify(person.token);
    const iat = Math.floor(app.clock.now() / second);
    expect(claims).toEqual({
      user_id: person.id,
      tenant_id: person.tenantId,
      email: person.email,
      role: 'owner',
      iat,
      exp: iat + 3600,
    });
  });

  it('rehashes a password with a lower cost, once', async () => {
    const costly = await closedAfterwards(createTestService({ 'bcrypt-cost': '10' }));
    const person = await costly.owner();
    const { db } = costly.service.context;
    const password_hash = bcrypt.hashSync(person.password, 4);
    await tablesOf(db.write).updateTable('users').set({ password_hash }).where('id', '=', person.id).execute();
    await costly.login(person);
    const rehashed = (await storedUser(costly, person.id)).password_hash;
    expect(bcrypt.getRounds(rehashed)).toBe(10);
    await costly.login(person);
    expect((await storedUser(costly, person.id)).password_hash).toBe(rehashed);
  });

  it('accepts the address in any case', async () => {
    const email = 'Mixed.Case@Example.com';
    await app.call(signup, { email, name: 'Mixed', password: testPassword, company_name: 'Case' });
    expect((await app.call(login, { email: email.toUpperCase(), password: testPassword })).user.email).toBe(
      email.toLowerCase(),
    );
  });
});
