import type { contract } from '#shared/contract/index.ts';
import { hashSecret } from '../../security/refresh-tokens.ts';
import type { Handler } from '../handler.ts';
import { requestMail } from '../identity/request-mail.ts';

/** DECISION 0326. Responds before anything checks whether the address exists, and always with a token. */
export const requestSignInLink: Handler<typeof contract.auth.requestSignInLink> = async (context, { email }, call) => {
  const browserToken = context.ids.secret();
  await requestMail(context, call, 'sign_in_link', email, hashSecret(browserToken));
  return {
    success: true,
    message: 'If an account with this address can sign in by email, we will send it a link.',
    browser_token: browserToken,
  };
};
