import { type Kysely, sql } from 'kysely';

/** To whom a link was shown other than the mailbox that it was meant for. Several people may have seen one. */
export const linkDisclosures = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table link_disclosures (
    link_id text not null references links (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    primary key (link_id, user_id)
  )`,
  `create index link_disclosures_user on link_disclosures (user_id)`,
];
