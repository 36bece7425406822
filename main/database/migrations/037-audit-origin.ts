import { type Kysely, sql } from 'kysely';

/** The device and the request that each row of the audit log comes from. Null in rows of earlier versions. */
export const auditOrigin = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table audit_events add column device text').execute(db);
    await sql.raw('alter table audit_events add column request_id text').execute(db);
    await sql.raw('alter table audit_events add column origin_digest text').execute(db);
  },
};
