import type { Selectable } from 'kysely';
import type { EmailVerifier } from '#shared/rules/email-verifiers.ts';
import type { UserTable } from '../../database/user-table.ts';

type StoredVerification = Pick<Selectable<UserTable>, 'email_verified' | 'email_verified_by'>;

/** The columns of an address that `by` verified; null if no one has. */
export const verifiedBy = (by: EmailVerifier | null): StoredVerification => ({
  email_verified: by === null ? 0 : 1,
  email_verified_by: by,
});

/** Whether an email has reached the account's address. Someone else's word for it is no proof (DECISION 0071). */
export const isProved = ({ email_verified, email_verified_by }: StoredVerification): boolean =>
  email_verified === 1 && email_verified_by === 'mailbox';
