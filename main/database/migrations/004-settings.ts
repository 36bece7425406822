import { type Kysely, sql } from 'kysely';

/** The mail server set in the console, and which tenants hold sample data. */
export const settings = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table mail_server (
    id integer primary key check (id = 1),
    host text not null,
    port integer not null,
    security text not null check (security in ('starttls', 'tls', 'none')),
    username text,
    sealed_password text,
    sender_name text not null,
    sender_address text not null,
    updated_at bigint not null
  )`,
  `create table sample_tenants (
    tenant_id text primary key references tenants (id) on delete cascade
  )`,
  `create index api_keys_expires_at on api_keys (expires_at) where expires_at is not null`,
];
