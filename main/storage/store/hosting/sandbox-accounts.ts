import type { StoredJson } from '../../../platform/stored-shape.ts';
import type { Queries, WriteTransaction } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';

type State = StoredJson<'sandbox_accounts.state'>;

/** The state of a tenant's emulated account. Others who ask for it wait until the transaction ends. */
export const lockSandboxAccount = async (tx: WriteTransaction, tenantId: string): Promise<State | undefined> => {
  // A row that doesn't exist can't be locked: two first calls would both start afresh.
  await tablesOf(tx)
    .insertInto('sandbox_accounts')
    .values({ tenant_id: tenantId, state: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await tablesOf(tx)
    .selectFrom('sandbox_accounts')
    .select('state')
    .where('tenant_id', '=', tenantId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.state || undefined;
};

export const saveSandboxAccount = (tx: WriteTransaction, tenantId: string, state: State) =>
  tablesOf(tx).updateTable('sandbox_accounts').set({ state }).where('tenant_id', '=', tenantId).execute();

export const deleteSandboxAccount = (db: Queries, tenantId: string) =>
  tablesOf(db).deleteFrom('sandbox_accounts').where('tenant_id', '=', tenantId).execute();

export const insertSandboxAccount = (tx: WriteTransaction, tenantId: string, state: State) =>
  tablesOf(tx).insertInto('sandbox_accounts').values({ tenant_id: tenantId, state }).execute();

export const deleteSandboxAccounts = (tx: WriteTransaction) => tablesOf(tx).deleteFrom('sandbox_accounts').execute();

/** Those that were used. */
export const listSandboxAccounts = (db: Queries) =>
  tablesOf(db)
    .selectFrom('sandbox_accounts')
    .selectAll()
    .where('state', '<>', '')
    .orderBy('tenant_id')
    .$narrowType<{ state: State }>()
    .execute();
