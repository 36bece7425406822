import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { requestMail } from '../identity/request-mail.ts';

/** Seed 000 §4 #5. Responds before anything checks whether the address exists. */
export const resendVerification: Handler<typeof contract.auth.resendVerification> = async (
  context,
  { email },
  call,
) => {
  await requestMail(context, call, 'verification', email);
  return {
    success: true,
    message: 'If an account with this address is waiting for verification, we will send it a new link.',
  };
};
