import { contract } from '#shared/contract/index.ts';
import type { ErrorDetails } from '#shared/texts/errors.ts';
import { failsWith } from './fails-with.ts';
import { assertWith, attest, newPasskey, type SoftPasskey, siteOf, type Tricks } from './passkeys.ts';
import type { Person, TestService } from './test-service.ts';

/** What someone does with passkeys in a browser, through the API. */
const { security, auth } = contract;

const originOf = (app: TestService) => siteOf(app.service.context).origin;

/** Adds a passkey as its owner would. */
export const addPasskey = async (
  app: TestService,
  { password, token }: Person,
  { soft = newPasskey(), name = 'Laptop', ...more }: { soft?: SoftPasskey; name?: string; code?: string } = {},
) => {
  const origin = originOf(app);
  const started = await app.call(security.startPasskeyRegistration, { origin, password, ...more }, { token });
  const credential = attest(soft, started, origin);
  const input = { challenge_token: started.challenge_token, credential, name };
  const { passkey, recovery_codes } = await app.call(security.addPasskey, input, { token });
  return { soft, id: passkey.passkey_id, recoveryCodes: recovery_codes };
};

/** The answer to a challenge for a sign-in. */
export const signInProof = async (app: TestService, soft: SoftPasskey, tricks?: Tricks) => {
  const origin = originOf(app);
  const started = await app.call(auth.startPasskeyLogin, { origin });
  return { challenge_token: started.challenge_token, credential: assertWith(soft, started, origin, tricks) };
};

/** The answer to a challenge that confirms a change. */
export const confirmationProof = async (app: TestService, { token }: Person, soft: SoftPasskey, tricks?: Tricks) => {
  const origin = originOf(app);
  const started = await app.call(security.startPasskeyConfirmation, { origin }, { token });
  return { challenge_token: started.challenge_token, credential: assertWith(soft, started, origin, tricks) };
};

/** What the first step of a sign-in answers, if a second is needed. */
export const firstStep = (
  app: TestService,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<ErrorDetails> => failsWith(app.call(auth.login, { email, password }), 'SECOND_FACTOR_REQUIRED');
