import type { contract } from '#shared/contract/index.ts';
import { insertMailRequest } from '../../store/mail/mail-requests.ts';
import type { Handler } from '../handler.ts';

/** Seed 000 §4 #5. Responds before anything checks whether the address exists. */
export const resendVerification: Handler<typeof contract.auth.resendVerification> = async (
  context,
  { email },
  { client, write },
) => {
  const { clock, ids } = context;
  await insertMailRequest(write, {
    id: ids.id('req'),
    kind: 'verification',
    email,
    ip_address: client.ip,
    created_at: clock.now(),
  });
  return {
    success: true,
    message: 'If an account with this address is waiting for verification, we will send it a new link.',
  };
};
