import { type Kysely, sql } from 'kysely';

/** How instances get a key that one of them has created (DECISION 0167). */
export const publishedKeys = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table published_keys (
    id integer primary key check (id = 1),
    key_id text not null,
    sealed_key text not null,
    published_at bigint not null
  )`,
];
