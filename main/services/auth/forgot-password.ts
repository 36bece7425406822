import type { contract } from '#shared/contract/index.ts';
import { insertMailRequest } from '../../store/mail/mail-requests.ts';
import type { Handler } from '../handler.ts';

/** Seed 000 §4 #6 and §7.1. Responds before anything checks whether the address exists. */
export const forgotPassword: Handler<typeof contract.auth.forgotPassword> = async (
  context,
  { email },
  { client, write },
) => {
  const { clock, ids } = context;
  await insertMailRequest(write, {
    id: ids.id('req'),
    kind: 'password_reset',
    email,
    ip_address: client.ip,
    created_at: clock.now(),
  });
  return { success: true, message: 'If an account with this address exists, we will send it a reset link.' };
};
