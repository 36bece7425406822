import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/fixtures/fails-with.ts';
import { createTestService, type TestService, testPassword } from '#e2e/fixtures/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day, lifetimes, second } from '#shared/limits.ts';

const { login, signup } = contract.auth;

let app: TestService;
beforeAll(async () => {
  app = await createTestService();
});
afterAll(() => app.close());

describe('login (seed 000 §4 #2)', () => {
  it('answers tokens, the login user object and 3600 seconds', async () => {
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

  it('refuses a wrong password and an unknown address with the same error', async () => {
    const person = await app.owner();
    const wrong = await failsWith(app.call(login, { email: person.email, password: 'wrong' }), 'INVALID_CREDENTIALS');
    const unknown = await failsWith(
      app.call(login, { email: 'nobody@example.com', password: 'wrong' }),
      'INVALID_CREDENTIALS',
    );
    expect(unknown).toEqual(wrong);
  });

  it('locks an account progressively from the sixth failure on, unknown ones too, across a restart', async () => {
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

  it('offers an account pending deletion to restore, only to the right password', async () => {
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
    app.clock.advance(lifetimes.restoreToken);
  });

  it('takes the address in any case', async () => {
    const email = 'Mixed.Case@Example.com';
    await app.call(signup, { email, name: 'Mixed', password: testPassword, company_name: 'Case' });
    expect((await app.call(login, { email: email.toUpperCase(), password: testPassword })).user.email).toBe(
      email.toLowerCase(),
    );
  });
});
