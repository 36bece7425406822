import { type Kysely, sql } from 'kysely';

/** Indexes by which the purge and the metrics find and count rows without reading tables. */
export const purgeIndexes = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  'create index mails_created_at on mails (created_at)',
  'create index mails_status on mails (status, tenant_id)',
  `create index invitations_expires_at on invitations (expires_at) where status = 'pending'`,
  'create index audit_events_label on audit_events (tenant_id, target_label)',
];
