import { sql } from 'kysely';
import { contraction } from './contraction.ts';

/**
 * The device and the request that each row of the audit log comes from. Null in rows written before. Earlier versions
 * would take a log with such rows for tampered with.
 */
export const auditOrigin = contraction('037-audit-origin', {
  async up(db): Promise<void> {
    await sql.raw('alter table audit_events add column device text').execute(db);
    await sql.raw('alter table audit_events add column request_id text').execute(db);
  },
});
