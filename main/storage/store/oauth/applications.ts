import type { Selectable } from 'kysely';
import type { ApplicationSecretTable, ApplicationTable } from '../../database/oauth-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';

export type ApplicationRow = Selectable<ApplicationTable>;

export const insertApplication = (db: Queries, row: ApplicationRow) =>
  tablesOf(db).insertInto('applications').values(row).execute();

export const insertApplicationSecret = (db: Queries, row: Selectable<ApplicationSecretTable>) =>
  tablesOf(db).insertInto('application_secrets').values(row).execute();

/** An application of an organization that isn't closed. */
export const findOpenApplication = (db: Queries, id: string): Promise<ApplicationRow | undefined> =>
  tablesOf(db)
    .selectFrom('applications')
    .innerJoin('tenants', 'tenants.id', 'applications.tenant_id')
    .selectAll('applications')
    .where('applications.id', '=', id)
    .where('tenants.delete_at', 'is', null)
    .executeTakeFirst();

/** Whether an application has a secret. */
export const hasApplicationSecret = async (db: Queries, id: string, secretHash: string): Promise<boolean> =>
  (await tablesOf(db)
    .selectFrom('application_secrets')
    .select('id')
    .where('secret_hash', '=', secretHash)
    .where('application_id', '=', id)
    .executeTakeFirst()) !== undefined;

/** Whether there is any application at all. */
export const hasApplications = async (db: Queries): Promise<boolean> =>
  (await tablesOf(db).selectFrom('applications').select('id').limit(1).executeTakeFirst()) !== undefined;
