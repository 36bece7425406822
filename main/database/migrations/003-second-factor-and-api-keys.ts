import { type Kysely, sql } from 'kysely';

/** Two-factor secrets with their recovery codes, and API keys. */
export const secondFactorAndApiKeys = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table second_factors (
    user_id text primary key references users (id) on delete cascade,
    sealed_secret text not null,
    last_step bigint not null,
    created_at bigint not null,
    confirmed_at bigint
  )`,
  `create table recovery_codes (
    user_id text not null references users (id) on delete cascade,
    code_hash text not null,
    primary key (user_id, code_hash)
  )`,
  `create table api_keys (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    name text not null,
    prefix text not null,
    secret_hash text not null unique,
    scopes text not null,
    created_at bigint not null,
    expires_at bigint,
    last_used_at bigint
  )`,
  `create index api_keys_user on api_keys (user_id, created_at)`,
];
