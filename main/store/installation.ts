import type { Queries, WriteTransaction } from '../database/schema.ts';
import { changedOne } from './sql.ts';

export interface Installation {
  installation_id: string;
  fingerprint: string;
}

/** Which keys the database belongs to. Undefined before the first start. */
export const findInstallation = (db: Queries): Promise<Installation | undefined> =>
  db.selectFrom('installation').select(['installation_id', 'fingerprint']).executeTakeFirst();

/** Keeps others who do the same waiting until the transaction ends. */
export const lockInstallation = (tx: WriteTransaction) =>
  tx.selectFrom('installation').select('id').forNoKeyUpdate().execute();

/** False if the database belongs to another installation already. */
export const saveInstallation = (db: Queries, row: Installation): Promise<boolean> =>
  changedOne(
    db
      .insertInto('installation')
      .values({ id: 1, ...row })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(row).where('installation.installation_id', '=', row.installation_id),
      ),
  );

/** Stores a setup token, unless another instance has stored one. */
export const keepSetupToken = (db: Queries, sealed: string) =>
  db.updateTable('installation').set({ sealed_setup_token: sealed }).where('sealed_setup_token', 'is', null).execute();

export const findSetupToken = async (db: Queries): Promise<string | undefined> =>
  (await db.selectFrom('installation').select('sealed_setup_token').executeTakeFirst())?.sealed_setup_token ??
  undefined;

export const clearSetupToken = (db: Queries) =>
  db
    .updateTable('installation')
    .set({ sealed_setup_token: null })
    .where('sealed_setup_token', 'is not', null)
    .execute();
