import { describe, expect, it, vi } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { countOutcomes, times } from '#e2e/support/outcomes.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { minute, second } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import { waitAfter } from '../identity/lockout.ts';

const { login, forgotPassword, resetPassword } = contract.auth;

describe('the lock after consecutive failures', () => {
  it('is none for up to five, then 1, 2, 4 … s, up to 15 minutes', () => {
    expect([0, 1, 5, 6, 7, 8, 9, 15, 16, 17, 1_000].map((failures) => waitAfter(failures) / second)).toEqual([
      0, 0, 0, 1, 2, 4, 8, 512, 900, 900, 900,
    ]);
  });
});

describe('the lockout', () => {
  const app = perTest(() => createTestService());
  const owner = perTest(() => app.owner());

  /** Fails once. Each test uses its own IP address, so that the limit per address does not apply. */
  const fail = (email: string, ip: string) =>
    failsWith(app.call(login, { email, password: 'wrong' }, { ip }), 'INVALID_CREDENTIALS');
  const signIn = (ip: string) => app.call(login, { email: owner.email, password: owner.password }, { ip });

  it('doubles exactly, refuses even the correct password meanwhile, and does not grow with refused attempts', async () => {
    const ip = '198.51.100.1';
    for (let failure = 1; failure <= 5; failure += 1) await fail(owner.email, ip);
    for (const wait of [1, 2, 4, 8]) {
      await fail(owner.email, ip);
      for (let refused = 0; refused < 3; refused += 1) {
        expect((await failsWith(signIn(ip), 'ACCOUNT_LOCKED')).retry_after).toBe(wait);
      }
      app.clock.advance(wait * second - 1);
      expect((await failsWith(signIn(ip), 'ACCOUNT_LOCKED')).retry_after).toBe(1);
      app.clock.advance(1);
    }
    await signIn(ip);
    for (let failure = 1; failure <= 5; failure += 1) await fail(owner.email, ip);
    await signIn(ip);
  });

  it('allows one of many concurrent guesses when a lock expires', async () => {
    const ip = '198.51.100.5';
    const victim = await app.owner();
    for (let failure = 1; failure <= 6; failure += 1) await fail(victim.email, ip);
    app.clock.advance(1 * second);
    const guesses = times(30, () => app.call(login, { email: victim.email, password: 'wrong' }, { ip }));
    expect(await countOutcomes(guesses)).toEqual({ INVALID_CREDENTIALS: 1, ACCOUNT_LOCKED: 29 });
  });

  it('checks six of 200 concurrent guesses, even if none has failed before', async () => {
    const victim = await app.owner();
    const guess = (index: number) =>
      app.call(login, { email: victim.email, password: `wrong ${index}` }, { ip: `198.51.100.${index}` });
    expect(await countOutcomes(times(200, guess))).toEqual({ INVALID_CREDENTIALS: 6, ACCOUNT_LOCKED: 194 });
  });

  it('lets a burst of correct passwords in, even after failures', async () => {
    const ip = '198.51.100.6';
    const person = await app.owner();
    const signInAs = (password: string) => app.call(login, { email: person.email, password }, { ip });
    const burst = async () => {
      // Beyond an address's share of waiting checks, BUSY is the answer.
      const { ok = 0, BUSY = 0, ...others } = await countOutcomes(times(20, () => signInAs(person.password)));
      return [ok + BUSY, ok > 6, others];
    };
    expect(await burst()).toEqual([20, true, {}]);
    for (let failure = 1; failure <= 5; failure += 1) await fail(person.email, ip);
    expect(await burst()).toEqual([20, true, {}]);
  });

  it('does not count an attempt that could not be checked', async () => {
    const victim = await app.owner();
    const { passwords } = app.service.context;
    const busy = vi.spyOn(passwords, 'verify').mockRejectedValue(new AppError('BUSY'));
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await failsWith(app.call(login, { email: victim.email, password: victim.password }), 'BUSY');
    }
    busy.mockRestore();
    await app.login(victim);
  });

  it('applies to any IP address, ends no session, and affects no other account', async () => {
    const other = await app.owner();
    for (let failure = 1; failure <= 6; failure += 1) await fail(owner.email, `198.51.100.${10 + failure}`);
    await failsWith(signIn('198.51.100.99'), 'ACCOUNT_LOCKED');
    expect((await app.call(contract.profile.getMe, {}, { token: owner.token })).user_id).toBe(owner.id);
    await app.login(other);
    app.clock.advance(1 * second);
    await signIn('198.51.100.99');
  });

  it('still sends the reset email, which clears it', async () => {
    for (let failure = 1; failure <= 6; failure += 1) await fail(owner.email, '198.51.100.20');
    await app.call(forgotPassword, { email: owner.email });
    const token = await app.mailedToken(owner.email, 'password_reset');
    await app.call(resetPassword, { token, new_password: owner.password });
    await signIn('198.51.100.20');
  });

  it('gives an unknown address the same bytes', async () => {
    const seen = [];
    for (const email of [owner.email, 'stranger@example.com']) {
      const details = [];
      for (let failure = 1; failure <= 6; failure += 1) details.push(await fail(email, '198.51.100.30'));
      details.push(await failsWith(app.call(login, { email, password: 'x' }), 'ACCOUNT_LOCKED'));
      seen.push(details);
      app.clock.advance(1 * minute);
    }
    expect(seen[1]).toEqual(seen[0]);
  });

  it('stores no address in plain text', async () => {
    await fail('secret.stranger@example.com', '198.51.100.40');
    const rows = await tablesOf(app.service.context.db.read).selectFrom('sign_in_failures').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('stranger');
  });
});
