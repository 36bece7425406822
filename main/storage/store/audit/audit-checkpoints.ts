import type { Selectable } from 'kysely';
import type { AuditCheckpointTable } from '../../database/audit-log-schema.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedRows } from '../sql.ts';
import type { AuditEventRow } from './audit-events.ts';

export type AuditCheckpointRow = Selectable<AuditCheckpointTable>;

export const findAuditCheckpoint = (db: Queries, tenantId: string): Promise<AuditCheckpointRow | undefined> =>
  tablesOf(db).selectFrom('audit_checkpoints').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst();

/** Checkpoints of tenants after an ID, in order. */
export const auditCheckpointsAfter = (db: Queries, tenantId: string, limit: number): Promise<AuditCheckpointRow[]> =>
  tablesOf(db)
    .selectFrom('audit_checkpoints')
    .selectAll()
    .where('tenant_id', '>', tenantId)
    .orderBy('tenant_id')
    .limit(limit)
    .execute();

export const saveAuditCheckpoint = (db: Queries, { tenant_id, ...checkpoint }: AuditCheckpointRow) =>
  tablesOf(db)
    .insertInto('audit_checkpoints')
    .values({ tenant_id, ...checkpoint })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(checkpoint))
    .execute();

/** The last entry that was removed from a tenant's log; 0 if none was. Entries up to it may still have to be deleted. */
export const lastRemovedSequence = async (db: Queries, tenantId: string): Promise<number> => {
  const row = await tablesOf(db)
    .selectFrom('audit_checkpoints')
    .select('sequence')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row?.sequence ?? 0;
};

/** What decides how much of a log is removed. */
export type AuditTrailRow = Pick<
  AuditEventRow,
  'sequence' | 'at' | 'hash' | 'action' | 'target_id' | 'actor_erased_for' | 'target_erased_for'
>;

/** Rows after a sequence number, in order. */
export const auditTrailAfter = (
  db: Queries,
  tenantId: string,
  sequence: number,
  limit: number,
): Promise<AuditTrailRow[]> =>
  tablesOf(db)
    .selectFrom('audit_events')
    .select(['sequence', 'at', 'hash', 'action', 'target_id', 'actor_erased_for', 'target_erased_for'])
    .where('tenant_id', '=', tenantId)
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute();

/** Tenants with people that don't keep their audit log permanently. */
export const listTenantsWithAuditRetention = async (db: Queries): Promise<{ id: string; days: number }[]> => {
  const rows = await tablesOf(db)
    .selectFrom('tenants')
    .select(['id', 'audit_retention_days'])
    .where('audit_retention_days', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('users').select('users.id').whereRef('users.tenant_id', '=', 'tenants.id')),
    )
    .orderBy('id')
    .execute();
  return rows.flatMap(({ id, audit_retention_days: days }) => (days === null ? [] : [{ id, days }]));
};

/** Tenants whose removed entries are still stored. */
export const listTenantsWithRemovedEvents = async (db: Queries): Promise<string[]> => {
  const rows = await tablesOf(db)
    .selectFrom('audit_checkpoints')
    .select('tenant_id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('audit_events')
          .select('audit_events.sequence')
          .whereRef('audit_events.tenant_id', '=', 'audit_checkpoints.tenant_id')
          .whereRef('audit_events.sequence', '<=', 'audit_checkpoints.sequence'),
      ),
    )
    .orderBy('tenant_id')
    .execute();
  return rows.map(({ tenant_id }) => tenant_id);
};

/** Deletes up to `limit` entries of a log that were removed from it. Returns how many. */
export const deleteRemovedEvents = async (db: Queries, tenantId: string, limit: number): Promise<number> => {
  const removed = await lastRemovedSequence(db, tenantId);
  return changedRows(
    tablesOf(db)
      .deleteFrom('audit_events')
      .where('tenant_id', '=', tenantId)
      .where('sequence', 'in', (query) =>
        query
          .selectFrom('audit_events')
          .select('sequence')
          .where('tenant_id', '=', tenantId)
          .where('sequence', '<=', removed)
          .orderBy('sequence')
          .limit(limit),
      ),
  );
};
