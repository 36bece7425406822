import type { Selectable } from 'kysely';
import type { InstallationTable } from '../database/installation-schema.ts';
import type { Queries, WriteTransaction } from '../database/schema.ts';
import { tablesOf } from '../database/tables.ts';
import { changedOne } from './sql.ts';

export interface Installation {
  installation_id: string;
  fingerprint: string;
}

/** Which keys the database belongs to. Undefined before the first start. */
export const findInstallation = (db: Queries): Promise<Installation | undefined> =>
  tablesOf(db).selectFrom('installation').select(['installation_id', 'fingerprint']).executeTakeFirst();

/** Keeps others who do the same waiting until the transaction ends. */
export const lockInstallation = (tx: WriteTransaction) =>
  tablesOf(tx).selectFrom('installation').select('id').forNoKeyUpdate().execute();

/** False if the database belongs to another installation already. */
export const saveInstallation = (db: Queries, row: Installation): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .insertInto('installation')
      .values({ id: 1, ...row })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(row).where('installation.installation_id', '=', row.installation_id),
      ),
  );

type SetupTokenRow = Pick<Selectable<InstallationTable>, 'installation_id' | 'sealed_setup_token'>;

/** Stores a setup token, unless another instance has stored one. */
export const storeSetupToken = (db: Queries, sealed: SetupTokenRow['sealed_setup_token']) =>
  tablesOf(db)
    .updateTable('installation')
    .set({ sealed_setup_token: sealed })
    .where('sealed_setup_token', 'is', null)
    .execute();

/** The row that holds the setup token, if there is one. Undefined before the first start. */
export const findSetupToken = (db: Queries): Promise<SetupTokenRow | undefined> =>
  tablesOf(db).selectFrom('installation').select(['installation_id', 'sealed_setup_token']).executeTakeFirst();

export const clearSetupToken = (db: Queries) =>
  tablesOf(db)
    .updateTable('installation')
    .set({ sealed_setup_token: null })
    .where('sealed_setup_token', 'is not', null)
    .execute();
