import { type Kysely, sql } from 'kysely';

/**
 * In which session a link was shown, so that ending that session voids it. Empty for an API key, and for links shown
 * before this migration.
 */
export const disclosingSessions = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  'alter table token_disclosures rename to former_token_disclosures',
  `create table token_disclosures (
    token_id text not null references one_time_tokens (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    session_id text not null,
    primary key (token_id, user_id, session_id)
  )`,
  `insert into token_disclosures (token_id, user_id, session_id)
    select token_id, user_id, '' from former_token_disclosures`,
  'drop table former_token_disclosures',
  'create index token_disclosures_user on token_disclosures (user_id)',
];
