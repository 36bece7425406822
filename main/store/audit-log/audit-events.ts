import type { Selectable } from 'kysely';
import { type AuditAction, auditActors } from '#shared/audit.ts';
import type { AuditEventTable, AuditHeadTable, Queries } from '../../database/schema.ts';
import { contains } from '../../database/sql.ts';
import { countOf } from '../sql.ts';

export type AuditEventRow = Selectable<AuditEventTable>;
export type AuditHeadRow = Selectable<AuditHeadTable>;

/** The columns that `q` searches, derived from the others. */
export const searchTexts = (row: Pick<AuditEventRow, 'actor_name' | 'ip_address' | 'target_label'>) => ({
  actor_text: `${row.actor_name ?? ''}\n${row.ip_address ?? ''}`.trim().toLowerCase(),
  target_text: (row.target_label ?? '').toLowerCase(),
});

export const insertAuditEvent = (
  db: Queries,
  row: Omit<AuditEventRow, 'actor_text' | 'target_text' | 'actor_erased_for' | 'target_erased_for'>,
) =>
  db
    .insertInto('audit_events')
    .values({ ...row, ...searchTexts(row), actor_erased_for: null, target_erased_for: null })
    .execute();

export const findAuditHead = (db: Queries, tenantId: string): Promise<AuditHeadRow | undefined> =>
  db.selectFrom('audit_heads').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst();

/** The last row's sequence number; 0 if there are no rows. */
export const lastAuditSequence = async (db: Queries, tenantId: string): Promise<number> => {
  const row = await db
    .selectFrom('audit_events')
    .select('sequence')
    .where('tenant_id', '=', tenantId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.sequence ?? 0;
};

export const saveAuditHead = (db: Queries, { tenant_id, ...head }: AuditHeadRow) =>
  db
    .insertInto('audit_heads')
    .values({ tenant_id, ...head })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(head))
    .execute();

/** Rows after a sequence number, in order. */
export const auditEventsAfter = (
  db: Queries,
  tenantId: string,
  sequence: number,
  limit: number,
): Promise<AuditEventRow[]> =>
  db
    .selectFrom('audit_events')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute();

/** Whether a row with this action follows a sequence number. */
export const hasAuditActionAfter = async (
  db: Queries,
  tenantId: string,
  action: AuditAction,
  sequence: number,
): Promise<boolean> =>
  (await db
    .selectFrom('audit_events')
    .select('sequence')
    .where('tenant_id', '=', tenantId)
    .where('action', '=', action)
    .where('sequence', '>', sequence)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export interface AuditFilter {
  tenantId: string;
  q?: string | undefined;
  actor?: string | undefined;
  target?: string | undefined;
  action?: AuditAction | undefined;
  /** Timestamps: `from` is inclusive, `to` exclusive. */
  from?: number | undefined;
  to?: number | undefined;
}

const matching = (db: Queries, { tenantId, q, actor, target, action, from, to }: AuditFilter) => {
  let query = db.selectFrom('audit_events').where('tenant_id', '=', tenantId);
  if (actor !== undefined) query = query.where('actor_id', '=', actor);
  if (target !== undefined) query = query.where('target_id', '=', target);
  if (action !== undefined) query = query.where('action', '=', action);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (to !== undefined) query = query.where('at', '<', to);
  if (!q) return query;
  return query.where(({ or, ref }) => or([contains(ref('actor_text'), q), contains(ref('target_text'), q)]));
};

export const listAuditEvents = (
  db: Queries,
  filter: AuditFilter,
  page: { limit: number; offset: number },
): Promise<AuditEventRow[]> =>
  matching(db, filter).selectAll().orderBy('sequence', 'desc').limit(page.limit).offset(page.offset).execute();

export const countAuditEvents = (db: Queries, filter: AuditFilter): Promise<number> => countOf(matching(db, filter));

const sequencesOf = (rows: readonly { sequence: number }[]): number[] => rows.map(({ sequence }) => sequence);

/**
 * Erases a person's name and IP addresses, also where the log knows only that somebody acted on their account, such as a
 * request for a reset link. Returns the sequence numbers of the rows.
 */
export const eraseActor = async (db: Queries, tenantId: string, userId: string): Promise<number[]> =>
  sequencesOf(
    await db
      .updateTable('audit_events')
      .set({ actor_name: null, ip_address: null, actor_text: '', actor_erased_for: userId })
      .where('tenant_id', '=', tenantId)
      .where('actor_erased_for', 'is', null)
      .where(({ eb, or, and }) =>
        or([
          eb('actor_id', '=', userId),
          and([eb('actor_id', '=', auditActors.unknown.id), eb('target_id', '=', userId)]),
        ]),
      )
      .returning('sequence')
      .execute(),
  );

/**
 * Erases what the log says about a person: rows that target the account, and invitations and emails to its addresses.
 * Returns the sequence numbers of the rows.
 */
export const eraseTarget = async (
  db: Queries,
  tenantId: string,
  userId: string,
  addresses: readonly string[],
): Promise<number[]> =>
  sequencesOf(
    await db
      .updateTable('audit_events')
      .set({ target_label: null, details: null, target_text: '', target_erased_for: userId })
      .where('tenant_id', '=', tenantId)
      .where('target_erased_for', 'is', null)
      .where(({ eb, or, and }) =>
        or([
          eb('target_id', '=', userId),
          and([eb('target_kind', 'in', ['invitation', 'mail']), eb('target_label', 'in', addresses)]),
        ]),
      )
      .returning('sequence')
      .execute(),
  );
