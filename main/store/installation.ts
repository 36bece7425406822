import type { Queries } from '../database/schema.ts';

export interface Installation {
  installation_id: string;
  fingerprint: string;
}

/** Which keys the database belongs to. Undefined before the first start. */
export const findInstallation = (db: Queries): Promise<Installation | undefined> =>
  db.selectFrom('installation').select(['installation_id', 'fingerprint']).executeTakeFirst();

export const saveInstallation = (db: Queries, row: Installation) =>
  db
    .insertInto('installation')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
