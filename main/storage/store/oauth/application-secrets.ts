import type { Selectable } from 'kysely';
import type { ApplicationSecretTable } from '../../database/oauth-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedOne } from '../sql.ts';

export type ApplicationSecretRow = Selectable<ApplicationSecretTable>;

export const insertApplicationSecret = (db: Queries, row: ApplicationSecretRow) =>
  tablesOf(db).insertInto('application_secrets').values(row).execute();

const valid = (db: Queries, applicationId: string, now: number) =>
  tablesOf(db)
    .selectFrom('application_secrets')
    .where('application_id', '=', applicationId)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]));

/** Whether an application has a secret that works. */
export const hasApplicationSecret = async (
  db: Queries,
  applicationId: string,
  secretHash: string,
  now: number,
): Promise<boolean> =>
  (await valid(db, applicationId, now).where('secret_hash', '=', secretHash).select('id').executeTakeFirst()) !==
  undefined;

/** The secrets of an application that work, newest first. */
export const listApplicationSecrets = (db: Queries, applicationId: string, now: number) =>
  valid(db, applicationId, now)
    .select(['id', 'created_at', 'expires_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

/** Lets the secrets of an application work no longer than until `end`, and deletes those that no longer do. */
export const endApplicationSecretsBy = async (db: Queries, applicationId: string, end: number, now: number) => {
  const tables = tablesOf(db);
  await tables
    .updateTable('application_secrets')
    .set({ expires_at: end })
    .where('application_id', '=', applicationId)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', end)]))
    .execute();
  await tables
    .deleteFrom('application_secrets')
    .where('application_id', '=', applicationId)
    .where('expires_at', '<=', now)
    .execute();
};

/** False if the application has no such secret. */
export const deleteApplicationSecret = (db: Queries, applicationId: string, id: string): Promise<boolean> =>
  changedOne(
    tablesOf(db).deleteFrom('application_secrets').where('application_id', '=', applicationId).where('id', '=', id),
  );
