import type { Selectable } from 'kysely';
import type { OperatorTable } from '../database/installation-schema.ts';
import type { Queries, WriteTransaction } from '../database/schema.ts';
import { tablesOf } from '../database/tables.ts';
import { changedOne, countOf } from './sql.ts';

/** DECISION 0215: whether an account operates this installation. */
export const isOperator = async (db: Queries, userId: string): Promise<boolean> => {
  const row = await tablesOf(db)
    .selectFrom('operators')
    .innerJoin('users', 'users.id', 'operators.user_id')
    .leftJoin('sample_tenants', 'sample_tenants.tenant_id', 'users.tenant_id')
    .select('sample_tenants.tenant_id as sample')
    .where('operators.user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return false;
  // Everyone can enter sample data: next to a real organization, it operates nothing.
  return row.sample === null || (await isUnclaimed(db));
};

/** Whether there is no organization but sample data, so that whoever comes next sets up the server. */
export const isUnclaimed = async (db: Queries): Promise<boolean> =>
  (await countOf(
    tablesOf(db)
      .selectFrom('tenants')
      .leftJoin('sample_tenants', 'sample_tenants.tenant_id', 'tenants.id')
      .where('sample_tenants.tenant_id', 'is', null),
  )) === 0;

/** False if the account is already an operator. */
export const insertOperator = (tx: WriteTransaction, row: Selectable<OperatorTable>): Promise<boolean> =>
  changedOne(
    tablesOf(tx)
      .insertInto('operators')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doNothing()),
  );

/** False if the account isn't an operator. */
export const deleteOperator = (tx: WriteTransaction, userId: string): Promise<boolean> =>
  changedOne(tablesOf(tx).deleteFrom('operators').where('user_id', '=', userId));

/** Everyone who operates this installation, by address. */
export const listOperators = (db: Queries) =>
  tablesOf(db)
    .selectFrom('operators')
    .innerJoin('users', 'users.id', 'operators.user_id')
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .select([
      'users.id as user_id',
      'users.email',
      'users.name',
      'users.status',
      'tenants.name as organization',
      'operators.granted_at',
    ])
    .orderBy('users.email')
    .execute();
