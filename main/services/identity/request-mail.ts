import { AppError } from '#shared/texts/errors.ts';
import { insertMailRequest, type MailRequestRow } from '../../storage/store/mail/mail-requests.ts';
import type { AppContext } from '../context.ts';
import type { AnonymousCall } from '../handler.ts';

/**
 * Stores a request for an email, to be carried out after the answer. Beyond the limit per address nothing is stored; the
 * answer stays the same, so that it reveals nothing.
 */
export const requestMail = async (
  { clock, ids, throttle }: AppContext,
  { client, write }: AnonymousCall,
  kind: MailRequestRow['kind'],
  email: string,
  browserHash: string | null = null,
): Promise<void> => {
  try {
    await (await throttle.take('mail_request', client.ip))(undefined);
  } catch (error) {
    if (error instanceof AppError && error.key === 'RATE_LIMITED') return;
    throw error;
  }
  await insertMailRequest(write, {
    id: ids.id('req'),
    kind,
    email,
    ip_address: client.ip,
    browser_hash: browserHash,
    created_at: clock.now(),
  });
};
