import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';

/**
 * What applications were granted, with the codes and tokens of it. It ends where the session ends in which it was granted. What was
 * granted for longer outlives that the session lapses, so it is found by its account then.
 */
const records = (db: Queries) => tablesOf(db).deleteFrom('oauth_records');

/** Ends what was granted in some sessions. */
export const endGrantsIn = (db: Queries, sessionIds: readonly string[]) =>
  records(db).where('session_id', 'in', sessionIds).execute();

/** Ends what an account has granted, in all of its sessions or in all but one. */
export const endGrantsOf = (db: Queries, userId: string, except?: string) =>
  records(db)
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) =>
      query.where(({ eb, or }) => or([eb('session_id', 'is', null), eb('session_id', '!=', except ?? '')])),
    )
    .execute();

/** Ends what the accounts of an organization have granted. */
export const endGrantsOfTenant = (db: Queries, tenantId: string) =>
  records(db)
    .where('user_id', 'in', ({ selectFrom }) => selectFrom('users').select('id').where('tenant_id', '=', tenantId))
    .execute();

export const endAllGrants = (db: Queries) => records(db).where('user_id', 'is not', null).execute();
