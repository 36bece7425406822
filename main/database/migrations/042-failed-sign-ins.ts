import { type Kysely, sql } from 'kysely';

/** How often signing in to each account failed: a row per account, day, step and address (DECISION 0220). */
export const failedSignIns = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table failed_sign_ins (
    user_id text not null references users (id) on delete cascade,
    day integer not null,
    step text not null check (step in ('password', 'code')),
    address text not null,
    tenant_id text not null,
    failures bigint not null,
    last_at bigint not null,
    primary key (user_id, day, step, address)
  )`,
  `create index failed_sign_ins_tenant on failed_sign_ins (tenant_id, day)`,
  `create index failed_sign_ins_day on failed_sign_ins (day)`,
];
