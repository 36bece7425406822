import { type Kysely, sql } from 'kysely';

/** Servers that could not be read, the currency of an account, what an owner agreed to pay, and idempotency keys. */
export const hostingReading = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table provider_settings add column unreadable_servers text`,
  `alter table provider_settings add column currency text`,
  `alter table provider_settings add column told_currency text`,
  `alter table upgrade_runs add column agreed_total bigint`,
  `create table idempotency_keys (
    id text primary key,
    user_id text references users (id) on delete cascade,
    sealed_request text not null,
    sealed_answer text,
    used_at bigint not null
  )`,
  `create index idempotency_keys_user on idempotency_keys (user_id)`,
  `create index idempotency_keys_used on idempotency_keys (used_at)`,
];
