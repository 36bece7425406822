import type { Selectable } from 'kysely';
import type { Queries } from '../../database/schema.ts';
import type { ServiceAccountKeyTable } from '../../database/service-account-schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedRows, countOf } from '../sql.ts';

export type ServiceAccountKeyRow = Selectable<ServiceAccountKeyTable>;

export const insertServiceAccountKey = (db: Queries, row: ServiceAccountKeyRow) =>
  tablesOf(db).insertInto('service_account_keys').values(row).execute();

/** A service account's keys with who created them, newest first. */
export const listServiceAccountKeys = (db: Queries, accountId: string) =>
  tablesOf(db)
    .selectFrom('service_account_keys')
    .leftJoin('users as creator', 'creator.id', 'service_account_keys.created_by')
    .selectAll('service_account_keys')
    .select('creator.name as creator_name')
    .where('account_id', '=', accountId)
    .orderBy('service_account_keys.created_at', 'desc')
    .orderBy('service_account_keys.id')
    .execute();

/** Every key that works at `now`, of accounts that are on, with where it belongs. */
export const listLiveServiceKeys = (db: Queries, now: number) =>
  tablesOf(db)
    .selectFrom('service_account_keys')
    .innerJoin('service_accounts', 'service_accounts.id', 'service_account_keys.account_id')
    .innerJoin('tenants', 'tenants.id', 'service_accounts.tenant_id')
    .where('service_accounts.disabled_at', 'is', null)
    .where(({ eb, or }) =>
      or([eb('service_account_keys.expires_at', 'is', null), eb('service_account_keys.expires_at', '>', now)]),
    )
    .select([
      'service_account_keys.prefix',
      'service_account_keys.name',
      'service_accounts.name as account',
      'service_accounts.role',
      'tenants.name as organization',
    ])
    .orderBy('tenants.name')
    .orderBy('service_accounts.name')
    .orderBy('service_account_keys.created_at')
    .execute();

/** How many keys of a service account work, or will expire later. */
export const countServiceAccountKeys = (db: Queries, accountId: string, now: number): Promise<number> =>
  countOf(
    tablesOf(db)
      .selectFrom('service_account_keys')
      .where('account_id', '=', accountId)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now)])),
  );

/** Deletes a key of a service account; undefined if there is none. */
export const deleteServiceAccountKey = (
  db: Queries,
  accountId: string,
  id: string,
): Promise<ServiceAccountKeyRow | undefined> =>
  tablesOf(db)
    .deleteFrom('service_account_keys')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Lets a key of a service account expire at an instant, unless it does so sooner; undefined if there is none. */
export const endServiceAccountKeyBy = (
  db: Queries,
  accountId: string,
  id: string,
  end: number,
): Promise<ServiceAccountKeyRow | undefined> =>
  tablesOf(db)
    .updateTable('service_account_keys')
    .set(({ eb }) => ({
      expires_at: eb.case().when('expires_at', '<', end).then(eb.ref('expires_at')).else(end).end(),
    }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Deletes the keys that someone created at or after a timestamp. */
export const deleteServiceAccountKeysSince = (db: Queries, createdBy: string, since: number) =>
  tablesOf(db)
    .deleteFrom('service_account_keys')
    .where('created_by', '=', createdBy)
    .where('created_at', '>=', since)
    .execute();

export const touchServiceAccountKey = (db: Queries, id: string, usedAt: number) =>
  tablesOf(db).updateTable('service_account_keys').set({ last_used_at: usedAt }).where('id', '=', id).execute();

/** Deletes up to `limit` keys that expired before a timestamp. Returns how many. */
export const deleteServiceAccountKeysExpiredBefore = (db: Queries, before: number, limit: number): Promise<number> =>
  changedRows(
    tablesOf(db)
      .deleteFrom('service_account_keys')
      .where('id', 'in', (query) =>
        query
          .selectFrom('service_account_keys')
          .select('id')
          .where('expires_at', '<', before)
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      ),
  );
