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
