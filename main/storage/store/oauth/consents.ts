import type { Selectable } from 'kysely';
import { hour } from '#shared/rules/limits.ts';
import type { ApplicationConsentTable } from '../../database/oauth-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { countOf } from '../sql.ts';

export type ConsentRow = Selectable<ApplicationConsentTable>;

/** Stores what someone lets an application know, in place of what they did before. */
export const saveConsent = (db: Queries, row: ConsentRow) =>
  tablesOf(db)
    .insertInto('application_consents')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'application_id'])
        .doUpdateSet({ scopes: row.scopes, granted_at: row.granted_at, last_used_at: row.last_used_at }),
    )
    .execute();

export const findConsent = (db: Queries, userId: string, applicationId: string): Promise<ConsentRow | undefined> =>
  tablesOf(db)
    .selectFrom('application_consents')
    .selectAll()
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .executeTakeFirst();

/** Stores that an application got something by a consent, unless one from less than an hour ago is stored. */
export const touchConsent = (db: Queries, userId: string, applicationId: string, now: number) =>
  tablesOf(db)
    .updateTable('application_consents')
    .set({ last_used_at: now })
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    // One in the future is from a clock that was ahead.
    .where(({ eb, or }) =>
      or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', now - 1 * hour), eb('last_used_at', '>', now)]),
    )
    .execute();

/** Which applications someone lets in, with their names, by name. */
export const listConsents = (db: Queries, userId: string) =>
  tablesOf(db)
    .selectFrom('application_consents')
    .innerJoin('applications', 'applications.id', 'application_consents.application_id')
    .where('application_consents.user_id', '=', userId)
    .selectAll('application_consents')
    .select(['applications.name', 'applications.kind', 'applications.description', 'applications.home_url'])
    .orderBy('applications.name_key')
    .orderBy('applications.id')
    .execute();

/** How many people let an application in. */
export const countConsents = (db: Queries, applicationId: string): Promise<number> =>
  countOf(tablesOf(db).selectFrom('application_consents').where('application_id', '=', applicationId));
