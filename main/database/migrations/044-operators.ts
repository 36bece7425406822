import { type Kysely, sql } from 'kysely';

/**
 * Who operates this installation (DECISION 0215). Where one organization is alone, its active owners administer the
 * server already, so they become its operators. Where several share the server, no one does until a command says so.
 */
export const operators = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table operators (
    user_id text primary key references users (id) on delete cascade,
    granted_at bigint not null,
    granted_by text references users (id) on delete set null
  )`,
  'create index operators_granted_by on operators (granted_by)',
  `insert into operators (user_id, granted_at)
    select users.id, users.created_at from users
    where users.role = 'owner' and users.status = 'active' and (select count(*) from tenants) = 1`,
];
