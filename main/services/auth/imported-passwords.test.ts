import bcrypt from 'bcryptjs';
import { describe, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { cheapHashes } from '#e2e/support/published-hashes.ts';
import { storedUser } from '#e2e/support/rows.ts';
import { setUser } from '#e2e/support/team.ts';
import { createTestService, type Person, testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { second } from '#shared/rules/limits.ts';
import { readImportedHash, storedHash } from '../../security/imported-hashes.ts';
import { listImportedKinds } from '../../storage/store/identity/stored-hashes.ts';

const { login, changePassword, confirmSession, forgotPassword, resetPassword } = contract.auth;

const app = perFile(() => createTestService());

describe.each(cheapHashes)('an account with a hash of another system (%s)', (_, password, hash) => {
  const imported = readImportedHash(hash);
  const stored = typeof imported === 'object' ? storedHash(imported) : '';
  /** Someone who has signed in, as they can with a passkey, and whose hash has not been needed yet. */
  const person = async (): Promise<Person> => {
    const owner = await app.owner();
    await setUser(app, owner.id, { password_hash: stored });
    return { ...owner, password };
  };
  const hashOf = async ({ id }: Person) => (await storedUser(app, id)).password_hash;
  const attempt = ({ email }: Person, given = password) => app.call(login, { email, password: given });

  it('signs in with its password, which is then hashed with bcrypt', async () => {
    const someone = await person();
    const { db } = app.service.context;
    expect(await listImportedKinds(db.read)).toEqual([stored.slice(7, 39)]);
    await attempt(someone);
    const rehashed = await hashOf(someone);
    expect(await bcrypt.compare(password, rehashed)).toBe(true);
    await attempt(someone);
    expect(await hashOf(someone)).toBe(rehashed);
    expect(await listImportedKinds(db.read)).toEqual([]);
  });

  it('gets the answer of an unknown address for a wrong password, and keeps its hash', async () => {
    const someone = await person();
    const wrong = await failsWith(attempt(someone, 'wrong'), 'INVALID_CREDENTIALS');
    const unknown = app.call(login, { email: 'nobody@example.com', password: 'wrong' });
    expect(await failsWith(unknown, 'INVALID_CREDENTIALS')).toEqual(wrong);
    expect(await hashOf(someone)).toBe(stored);
    await attempt(someone);
  });

  it('is told only for its password that it is disabled', async () => {
    const someone = await person();
    await setUser(app, someone.id, { status: 'disabled' });
    await failsWith(attempt(someone), 'ACCOUNT_DISABLED');
    await failsWith(attempt(someone, 'wrong'), 'INVALID_CREDENTIALS');
    expect(await hashOf(someone)).toBe(stored);
    await setUser(app, someone.id, { password_hash: '' });
  });

  it('is locked like any other', async () => {
    const someone = await person();
    for (let failure = 0; failure < 6; failure += 1) {
      await failsWith(attempt(someone, 'wrong'), 'INVALID_CREDENTIALS');
    }
    await failsWith(attempt(someone), 'ACCOUNT_LOCKED');
    expect(await hashOf(someone)).toBe(stored);
    app.clock.advance(1 * second);
    await attempt(someone);
  });

  it('has another password after a reset', async () => {
    const someone = await person();
    await app.call(forgotPassword, { email: someone.email });
    const token = await app.mailedToken(someone.email, 'password_reset');
    await app.call(resetPassword, { token, new_password: testPassword });
    await failsWith(attempt(someone), 'INVALID_CREDENTIALS');
    await attempt(someone, testPassword);
  });

  it('confirms itself with its password, and can change it', async () => {
    const { token, ...someone } = await person();
    await failsWith(app.call(confirmSession, { password: 'wrong' }, { token }), 'CURRENT_PASSWORD_INVALID');
    await app.call(confirmSession, { password }, { token });
    await app.call(changePassword, { current_password: password, new_password: testPassword }, { token });
    await failsWith(attempt({ token, ...someone }), 'INVALID_CREDENTIALS');
    await attempt({ token, ...someone }, testPassword);
  });
});
