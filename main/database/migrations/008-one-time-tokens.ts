import { type Kysely, sql } from 'kysely';

/** Names the tables of one-time tokens after what they hold. References follow a renamed table. */
export const oneTimeTokens = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  'alter table links rename to one_time_tokens',
  'alter table link_disclosures rename to token_disclosures',
  'alter table token_disclosures rename column link_id to token_id',
  'alter table mails rename column link_id to token_id',
  'drop index links_user',
  'drop index links_invitation',
  'drop index links_expires_at',
  'drop index link_disclosures_user',
  'drop index mails_link',
  'create index one_time_tokens_user on one_time_tokens (user_id, purpose)',
  'create index one_time_tokens_invitation on one_time_tokens (invitation_id)',
  'create index one_time_tokens_expires_at on one_time_tokens (expires_at)',
  'create index token_disclosures_user on token_disclosures (user_id)',
  'create index mails_token on mails (token_id)',
];
