import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import type { UserRow } from './users.ts';

/** The addresses that an account has or had, except those that others of its tenant have now. */
export const listAddressesOf = async (
  db: Queries,
  { id, tenant_id, email }: Pick<UserRow, 'id' | 'tenant_id' | 'email'>,
): Promise<string[]> => {
  const former = await tablesOf(db).selectFrom('former_emails').select('email').where('user_id', '=', id).execute();
  const addresses = [email, ...former.map((row) => row.email)];
  const others = await tablesOf(db)
    .selectFrom('users')
    .select('email')
    .where('tenant_id', '=', tenant_id)
    .where('id', '!=', id)
    .where('email', 'in', addresses)
    .execute();
  const taken = new Set(others.map((row) => row.email));
  return addresses.filter((address) => !taken.has(address));
};

export const deleteUser = (db: Queries, id: string) => tablesOf(db).deleteFrom('users').where('id', '=', id).execute();
