import type { contract } from '#shared/contract/index.ts';
import { countTenants } from '../../storage/store/team/sample-tenants.ts';
import type { Handler } from '../handler.ts';
import { passkeySites } from '../identity/passkeys.ts';
import { sendsEmail } from '../identity/sends-email.ts';
import { signUpPolicy } from '../identity/sign-ups.ts';
import { isSampleOffered } from './sample-offer.ts';

/** What the console shows to people without an account. */
export const getWelcome: Handler<typeof contract.welcome.getWelcome> = async (context, _input, { client }) => {
  const { read } = context.db;
  const { real, sample } = await countTenants(read);
  const { mode, needsSetupToken } = await signUpPolicy(context, read, client);
  return {
    first_run: real + sample === 0,
    sample_offered: await isSampleOffered(context, read, client),
    sign_ups: mode,
    sends_email: await sendsEmail(context, read),
    passkey_origins: passkeySites(context).map(({ origin }) => origin),
    setup_token_required: needsSetupToken,
  };
};
