import { tablesOf } from '#main/storage/database/tables.ts';
import type { Person, TestService } from './test-service.ts';

/** Makes someone's address verified, by its mailbox, or not. */
export const setVerified = async ({ service }: TestService, { id }: Person, isVerified: boolean): Promise<void> => {
  await tablesOf(service.context.db.write)
    .updateTable('users')
    .set(
      isVerified ? { email_verified: 1, email_verified_by: 'mailbox' } : { email_verified: 0, email_verified_by: null },
    )
    .where('id', '=', id)
    .execute();
};
