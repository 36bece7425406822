import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { requestMail } from '../identity/request-mail.ts';

/** Seed 000 §4 #6 and §7.1. Responds before anything checks whether the address exists. */
export const forgotPassword: Handler<typeof contract.auth.forgotPassword> = async (context, { email }, call) => {
  await requestMail(context, call, 'password_reset', email);
  return { success: true, message: 'If an account with this address exists, we will send it a reset link.' };
};
