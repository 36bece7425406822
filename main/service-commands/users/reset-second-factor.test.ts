import { expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { addPasskey, signInProof } from '#e2e/support/passkey-owner.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import { runOperation } from '../run-operation.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const run = (name: 'user reset-second-factor' | 'user show', user: string): Promise<unknown> =>
  runOperation(app.service.context, name, { user }, { emit: async () => {}, body: (async function* () {})() });

it('removes passkeys and recovery codes, and ends the sessions', async () => {
  const person = await app.owner();
  const { soft } = await addPasskey(app, person);
  expect(await run('user reset-second-factor', person.email)).toEqual({ email: person.email, ended_sessions: 1 });
  const { db } = app.service.context;
  for (const table of ['passkeys', 'recovery_codes'] as const) {
    expect(await tablesOf(db.read).selectFrom(table).selectAll().where('user_id', '=', person.id).execute()).toEqual(
      [],
    );
  }
  await failsWith(app.call(contract.profile.getMe, {}, { token: person.token }), 'SESSION_ENDED');
  await failsWith(app.call(contract.auth.loginWithPasskey, await signInProof(app, soft)), 'PASSKEY_INVALID');
  await app.login(person);
  await expect(run('user reset-second-factor', person.email)).rejects.toThrow('Two-factor authentication is off');
});
