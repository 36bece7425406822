import type { Database } from '#main/storage/database/database.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import type { Person } from './test-service.ts';

/** What has accounts. */
interface Holding {
  readonly service: { readonly context: { readonly db: Pick<Database, 'write'> } };
}

/** Makes someone's address verified, by its mailbox, or not. */
export const setVerified = async (
  { service }: Holding,
  { id }: Pick<Person, 'id'>,
  isVerified: boolean,
): Promise<void> => {
  await tablesOf(service.context.db.write)
    .updateTable('users')
    .set(
      isVerified ? { email_verified: 1, email_verified_by: 'mailbox' } : { email_verified: 0, email_verified_by: null },
    )
    .where('id', '=', id)
    .execute();
};
