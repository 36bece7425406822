import { sql } from 'kysely';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { toInteger } from '../sql.ts';

/** A log that has entries which a receiver hasn't, and up to which entry it has them. */
export interface UnsentLog {
  tenant_id: string;
  position: number;
}

/** The last entry that a receiver has, or that was removed before it could be sent. */
const position = sql<number>`case when audit_checkpoints.sequence > coalesce(audit_stream_positions.position, 0)
  then audit_checkpoints.sequence else coalesce(audit_stream_positions.position, 0) end`;

/** Heads are written with each entry, so no log has to be read to find those that have more. */
const unsent = (db: Queries, stream: string) =>
  tablesOf(db)
    .selectFrom('audit_heads')
    .leftJoin('audit_stream_positions', (join) =>
      join
        .onRef('audit_stream_positions.tenant_id', '=', 'audit_heads.tenant_id')
        .on('audit_stream_positions.stream', '=', stream),
    )
    .leftJoin('audit_checkpoints', 'audit_checkpoints.tenant_id', 'audit_heads.tenant_id')
    .where(({ eb }) => eb('audit_heads.sequence', '>', position));

export const listUnsentLogs = async (db: Queries, stream: string): Promise<UnsentLog[]> => {
  const rows = await unsent(db, stream)
    .select(['audit_heads.tenant_id', position.as('position')])
    .orderBy('audit_heads.tenant_id')
    .execute();
  return rows.map((row) => ({ tenant_id: row.tenant_id, position: toInteger(row.position) }));
};

/** How much a receiver hasn't got yet. */
export interface StreamLag {
  entries: number;
  /** When the first of them was written, in milliseconds since the epoch. */
  since: number | undefined;
}

export const findStreamLag = async (db: Queries, stream: string): Promise<StreamLag> => {
  const first = sql`(select audit_events.at from audit_events where audit_events.tenant_id = audit_heads.tenant_id
    and audit_events.sequence > ${position} order by audit_events.sequence limit 1)`;
  const row = await unsent(db, stream)
    .select([sql`sum(audit_heads.sequence - ${position})`.as('entries'), sql`min(${first})`.as('since')])
    .executeTakeFirstOrThrow();
  return {
    entries: toInteger(row.entries ?? 0),
    since: row.since === null ? undefined : toInteger(row.since),
  };
};

/** Records that a receiver has a log up to an entry. It never goes back, and a log that is gone has no position. */
export const advanceAuditStream = (db: Queries, stream: string, { tenant_id, position: to }: UnsentLog) =>
  tablesOf(db)
    .insertInto('audit_stream_positions')
    .columns(['stream', 'tenant_id', 'position'])
    .expression((query) =>
      query
        .selectFrom('tenants')
        .select(({ val, ref }) => [
          sql<string>`${val(stream)}`.as('stream'),
          ref('tenants.id').as('tenant_id'),
          sql<number>`cast(${val(to)} as bigint)`.as('position'),
        ])
        .where('id', '=', tenant_id),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['stream', 'tenant_id'])
        .doUpdateSet({ position: to })
        .where('audit_stream_positions.position', '<', to),
    )
    .execute();
