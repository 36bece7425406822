import { type Kysely, sql } from 'kysely';
import type { OwnMigration } from './contraction.ts';

/**
 * DECISION 0240: on a server, no index contains what a refresh and every ten seconds of activity change. The embedded engine
 * keeps its indexes: it counts open sessions from them alone, and writing them costs it little.
 */
export const indexesOfOpenSessions: OwnMigration = {
  up: async () => {},
  async onServer(db: Kysely<unknown>): Promise<void> {
    for (const statement of serverStatements) await sql.raw(statement).execute(db);
  },
};

const serverStatements = [
  'drop index sessions_open',
  'drop index sessions_expiry',
  'drop index sessions_tenant',
  'create index sessions_tenant on sessions (tenant_id, user_id, created_at) where ended_at is null',
  // Leaves room in each page for the next version of its rows.
  'alter table sessions set (fillfactor = 80)',
];
