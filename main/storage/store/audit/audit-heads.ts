import type { Selectable } from 'kysely';
import type { AuditHeadTable } from '../../database/audit-log-schema.ts';
import type { Queries, WriteTransaction } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';

export type AuditHeadRow = Selectable<AuditHeadTable>;

export const findAuditHead = (db: Queries, tenantId: string): Promise<AuditHeadRow | undefined> =>
  tablesOf(db).selectFrom('audit_heads').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst();

/** The same, and keeps others from appending to the log until the transaction ends. */
export const lockAuditHead = (tx: WriteTransaction, tenantId: string): Promise<AuditHeadRow | undefined> =>
  tablesOf(tx)
    .selectFrom('audit_heads')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const listAuditHeads = (db: Queries): Promise<AuditHeadRow[]> =>
  tablesOf(db).selectFrom('audit_heads').selectAll().orderBy('tenant_id').execute();

/** Heads of tenants after an ID, in order. */
export const auditHeadsAfter = (db: Queries, tenantId: string, limit: number): Promise<AuditHeadRow[]> =>
  tablesOf(db)
    .selectFrom('audit_heads')
    .selectAll()
    .where('tenant_id', '>', tenantId)
    .orderBy('tenant_id')
    .limit(limit)
    .execute();

export const saveAuditHead = (db: Queries, { tenant_id, ...head }: AuditHeadRow) =>
  tablesOf(db)
    .insertInto('audit_heads')
    .values({ tenant_id, ...head })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(head))
    .execute();
