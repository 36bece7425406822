import { beforeAll, describe, expect, it, vi } from 'vitest';
import { lapse } from '#e2e/support/confirmations.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { addPasskey, confirmationProof, firstStep, signInProof } from '#e2e/support/passkey-owner.ts';
import { assertWith, attest, newPasskey, type SoftPasskey, siteOf } from '#e2e/support/passkeys.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { enrol } from '#e2e/support/second-factor.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs, passkeyLimits, throttles } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { security, auth } = contract;

const app = perFile(() => createTestService());
let origin: string;
beforeAll(async () => {
  ({ origin } = siteOf(app.service.context));
});

interface Owner extends Person {
  soft: SoftPasskey;
  passkeyId: string;
}
const owner = async (withAuthenticator: boolean): Promise<Owner> => {
  const person = await app.owner();
  const code = withAuthenticator ? ((await enrol(app, person)).recoveryCodes[0] ?? '') : undefined;
  const { soft, id } = await addPasskey(app, person, code === undefined ? {} : { code });
  lapse(app);
  return { ...person, soft, passkeyId: id };
};

type Proof = { code?: string; passkey?: Awaited<ReturnType<typeof confirmationProof>> };
/** Changes that ask for the password and a second factor. */
const changes: [name: string, withAuthenticator: boolean, send: (owner: Owner, proof: Proof, ip: string) => unknown][] =
  [
    [
      'disableSecondFactor',
      true,
      ({ password, token }, proof, ip) => app.call(security.disableSecondFactor, { password, ...proof }, { token, ip }),
    ],
    [
      'regenerateRecoveryCodes',
      true,
      ({ password, token }, proof, ip) =>
        app.call(security.regenerateRecoveryCodes, { password, ...proof }, { token, ip }),
    ],
    [
      'removePasskey',
      false,
      ({ password, token, passkeyId }, proof, ip) =>
        app.call(security.removePasskey, { passkey_id: passkeyId, password, ...proof }, { token, ip }),
    ],
    [
      'startPasskeyRegistration',
      false,
      ({ password, token }, proof, ip) =>
        app.call(security.startPasskeyRegistration, { origin, password, ...proof }, { token, ip }),
    ],
    [
      'startSecondFactor',
      false,
      ({ password, token }, proof, ip) => app.call(security.startSecondFactor, { password, ...proof }, { token, ip }),
    ],
  ];

describe.each(changes)('%s', (_name, withAuthenticator, send) => {
  const refused = (by: Owner, proof: Proof, key: Parameters<typeof failsWith>[1], ip = '192.0.2.1') =>
    failsWith(send(by, proof, ip) as Promise<unknown>, key);

  it('needs a right code or a verified passkey', async () => {
    const by = await owner(withAuthenticator);
    await refused(by, {}, 'REAUTHENTICATION_REQUIRED');
    await refused(by, { code: '000000' }, 'SECOND_FACTOR_INVALID');
    const passkey = await confirmationProof(app, by, by.soft, { verified: false });
    await refused(by, { passkey }, 'PASSKEY_INVALID');
  });

  it('is refused to an address that has guessed too often', async () => {
    const by = await owner(withAuthenticator);
    const ip = `198.51.100.${changes.findIndex(([, , one]) => one === send)}`;
    for (let guess = 0; guess < throttles.token_guess.limit; guess += 1) {
      await failsWith(app.call(auth.refresh, { refresh_token: 'guess' }, { ip }), 'REFRESH_TOKEN_INVALID');
    }
    await refused(by, { code: '000000' }, 'RATE_LIMITED', ip);
  });
});

describe('adding a passkey', () => {
  const begin = async ({ password, token }: Person, more: object = {}) => {
    const started = await app.call(security.startPasskeyRegistration, { origin, password, ...more }, { token });
    const credential = attest(newPasskey(), started, origin);
    return () =>
      app.call(security.addPasskey, { challenge_token: started.challenge_token, credential, name: 'Phone' }, { token });
  };

  it('is refused if others were added meanwhile, up to the limit', async () => {
    const person = await owner(false);
    const add = await begin(person, { passkey: await confirmationProof(app, person, person.soft) });
    const { db } = app.service.context;
    const row = await tablesOf(db.read)
      .selectFrom('passkeys')
      .selectAll()
      .where('id', '=', person.passkeyId)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: passkeyLimits.perUser - 1 }, (_, index) => ({
      ...row,
      id: `${row.id}_${index}`,
      credential_id: `${row.credential_id}${index}`,
    }));
    await tablesOf(db.write).insertInto('passkeys').values(copies).execute();
    await failsWith(add(), 'TOO_MANY_PASSKEYS');
  });

  it('needs a verified address once a mail server is set', async () => {
    const add = await begin(await app.owner(undefined, { verified: false }));
    vi.spyOn(app.service.context.mailGateway, 'delivery').mockResolvedValue('smtp');
    expect(await failsWith(add(), 'STATE_CONFLICT')).toMatchObject({ reason: 'email_unverified' });
  });
});

describe('a second step with a passkey', () => {
  it('has five minutes', async () => {
    const person = await owner(false);
    const { second_factor_token = '' } = await firstStep(app, person);
    const started = await app.call(auth.startPasskeySecondFactor, { second_factor_token, origin });
    app.clock.advance(lifetimesMs.secondFactorToken);
    await failsWith(app.call(auth.startPasskeySecondFactor, { second_factor_token, origin }), 'LINK_EXPIRED');
    const late = {
      second_factor_token,
      challenge_token: started.challenge_token,
      credential: assertWith(person.soft, started, origin),
    };
    await failsWith(app.call(auth.completeLoginWithPasskey, late), 'LINK_EXPIRED');
    // A new sign-in works.
    await app.call(auth.loginWithPasskey, await signInProof(app, person.soft));
  });
});
