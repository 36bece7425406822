import type { MailKind } from '#shared/contract/mail/resources.ts';
import type { Admission } from '../../mail/outbox.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import type { AppContext } from '../context.ts';

/**
 * DECISION 0081: whether an account's address gets a notice. One that no one has verified may be a stranger's. So may one
 * that an admin vouches for, so it gets no more than the limits of a single address allow.
 */
export const acceptsNotice = async (
  { outbox }: Pick<AppContext, 'outbox'>,
  tx: WriteTransaction,
  { email, email_verified, email_verified_by }: Pick<UserRow, 'email' | 'email_verified' | 'email_verified_by'>,
  kind: MailKind,
): Promise<Admission | undefined> => {
  if (email_verified === 0) return undefined;
  return email_verified_by === 'owner'
    ? outbox.accepts(tx, email, kind)
    : outbox.acceptsAlways('its reader has proved the address');
};
