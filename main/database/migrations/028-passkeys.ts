import { type Kysely, sql } from 'kysely';

/** Passkeys, challenges that were answered, and how each session began. */
export const passkeys = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table passkeys (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    credential_id text not null unique,
    public_key text not null,
    counter bigint not null,
    transports text not null,
    site text not null,
    name text not null,
    backed_up integer not null check (backed_up in (0, 1)),
    created_at bigint not null,
    last_used_at bigint
  )`,
  `create index passkeys_user on passkeys (user_id, created_at)`,
  `create table answered_challenges (
    challenge_hash text primary key,
    expires_at bigint not null
  )`,
  `create index answered_challenges_expiry on answered_challenges (expires_at)`,
  `alter table sessions add column sign_in_method text`,
];
