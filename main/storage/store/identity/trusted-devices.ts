import type { Selectable } from 'kysely';
import { latestEnd } from '../../../platform/remaining-wait.ts';
import type { TrustedDeviceTable } from '../../database/identity-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedRows } from '../sql.ts';

export type TrustedDeviceRow = Selectable<TrustedDeviceTable>;

/** When a device must have been trusted to be trusted at `now`. One that a clock ahead of ours trusted isn't. */
export interface TrustedFor {
  readonly now: number;
  readonly lifetimeMs: number;
}

const trustedDevices = (db: Queries, userId: string, { now, lifetimeMs }: TrustedFor) =>
  tablesOf(db)
    .selectFrom('trusted_devices')
    .where('user_id', '=', userId)
    .where('created_at', '>', now - lifetimeMs)
    .where('created_at', '<=', latestEnd(now, 0));

/** Trusts a device from now on, also if it was before. */
export const trustDevice = (db: Queries, row: TrustedDeviceRow): Promise<TrustedDeviceRow> =>
  tablesOf(db)
    .insertInto('trusted_devices')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'device_hash']).doUpdateSet({
        device: row.device,
        ip_address: row.ip_address,
        created_at: row.created_at,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

/** The devices that a user trusts, newest first. */
export const listTrustedDevices = (db: Queries, userId: string, at: TrustedFor): Promise<TrustedDeviceRow[]> =>
  trustedDevices(db, userId, at).selectAll().orderBy('created_at', 'desc').orderBy('id').execute();

export const isTrustedDevice = async (
  db: Queries,
  userId: string,
  deviceHash: string,
  at: TrustedFor,
): Promise<boolean> =>
  (await trustedDevices(db, userId, at).where('device_hash', '=', deviceHash).select('id').executeTakeFirst()) !==
  undefined;

/** Stops trusting a device of a user; undefined if there is none. */
export const deleteTrustedDevice = (db: Queries, userId: string, id: string): Promise<TrustedDeviceRow | undefined> =>
  tablesOf(db)
    .deleteFrom('trusted_devices')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const deleteTrustedDevicesOf = (db: Queries, userId: string) =>
  tablesOf(db).deleteFrom('trusted_devices').where('user_id', '=', userId).execute();

/** Stops trusting the devices of a user that were trusted since a timestamp. */
export const deleteDevicesTrustedSince = (db: Queries, userId: string, since: number) =>
  tablesOf(db).deleteFrom('trusted_devices').where('user_id', '=', userId).where('created_at', '>=', since).execute();

/** Keeps the newest devices of a user. */
export const deleteOldestTrustedDevices = (db: Queries, userId: string, kept: number) =>
  tablesOf(db)
    .deleteFrom('trusted_devices')
    .where('user_id', '=', userId)
    .where('id', 'not in', (query) =>
      query
        .selectFrom('trusted_devices')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(kept),
    )
    .execute();

/** Stops trusting the devices of a tenant that were trusted up to a timestamp. */
export const deleteTrustedDevicesOfTenant = (db: Queries, tenantId: string, upTo: number) =>
  tablesOf(db)
    .deleteFrom('trusted_devices')
    .where('created_at', '<=', upTo)
    .where('user_id', 'in', ({ selectFrom }) => selectFrom('users').select('id').where('tenant_id', '=', tenantId))
    .execute();

export const deleteAllTrustedDevices = (db: Queries) => tablesOf(db).deleteFrom('trusted_devices').execute();

/** Deletes up to `limit` devices that were trusted before a timestamp. Returns how many. */
export const deleteDevicesTrustedBefore = (db: Queries, before: number, limit: number): Promise<number> =>
  changedRows(
    tablesOf(db)
      .deleteFrom('trusted_devices')
      .where('id', 'in', (query) =>
        query
          .selectFrom('trusted_devices')
          .select('id')
          .where('created_at', '<', before)
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      ),
  );
