import { contract } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { createKey } from './api-keys.ts';
import { addPasskey, signInProof } from './passkey-owner.ts';
import { enrol, nextCode } from './second-factor.ts';
import type { Person, TestService } from './test-service.ts';

const { auth, profile } = contract;

const unexpected = (): never => {
  throw new Error('No second step was asked for');
};

export const newPassword = 'Another-passphrase-1';

export const signIn = (app: TestService, { email, password }: Pick<Person, 'email' | 'password'>) =>
  app.call(auth.login, { email, password });

/** Each addition that a notice's link undoes: its notice, how a session makes it, and what a thief has from it. */
export const additionsIn = (app: TestService) =>
  ({
    passkey: {
      mail: 'passkey_added',
      named: 'Laptop',
      add: async (person: Person) => {
        const { soft, recoveryCodes } = await addPasskey(app, person);
        return {
          works: async () => app.call(auth.loginWithPasskey, await signInProof(app, soft)),
          code: recoveryCodes?.[0],
        };
      },
      refusal: 'PASSKEY_INVALID',
    },
    authenticator: {
      mail: 'second_factor_on',
      named: null,
      add: async (person: Person) => {
        const { secret, recoveryCodes } = await enrol(app, person);
        return {
          works: async () => {
            const { details, key } = await signIn(app, person).then(unexpected, (error: AppError) => error);
            if (key !== 'SECOND_FACTOR_REQUIRED') throw new AppError('INVALID_CREDENTIALS');
            const { second_factor_token = '' } = details;
            return app.call(auth.completeLogin, { second_factor_token, code: nextCode(app, secret) });
          },
          code: recoveryCodes[0],
        };
      },
      refusal: 'INVALID_CREDENTIALS',
    },
    api_key: {
      mail: 'api_key_created',
      named: 'Tool',
      add: async (person: Person) => {
        const { key } = await createKey(app, person);
        return { works: () => app.call(profile.getMe, {}, { token: key }), code: undefined };
      },
      refusal: 'TOKEN_INVALID',
    },
  }) as const;

export type Addition = keyof ReturnType<typeof additionsIn>;
export const additionKinds = ['passkey', 'authenticator', 'api_key'] as const satisfies readonly Addition[];

/** An account with things of its own, whose session of later on a thief has. */
export const victimAndThief = async (app: TestService): Promise<{ victim: Person; thief: Person; oldKey: string }> => {
  const victim = await app.owner();
  const { key: oldKey } = await createKey(app, victim, { name: 'Old' });
  app.clock.advance(minute);
  const thief = await app.login(victim);
  app.clock.advance(minute);
  return { victim, thief, oldKey };
};

/** The mailbox's own way back: a new password, and a session. */
export const resetByMailbox = async (app: TestService, { email }: Person): Promise<string> => {
  const token = await app.mailedToken(email, 'password_reset');
  return (await app.call(auth.resetPassword, { token, new_password: newPassword })).access_token;
};
