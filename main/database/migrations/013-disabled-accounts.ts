import { type Kysely, sql } from 'kysely';

/**
 * Lets accounts be disabled. A check of a column can't be changed in place, so a new column takes over. Rebuilding the
 * table instead would delete what refers to it.
 */
export const disabledAccounts = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table users add column new_status text not null default 'active'
    check (new_status in ('active', 'disabled', 'pending_deletion', 'removed'))`,
  `update users set new_status = status where status <> 'active'`,
  `drop index users_email`,
  `drop index users_tenant_name`,
  `drop index users_tenant_email`,
  `drop index users_tenant_role`,
  `drop index users_tenant_last_login`,
  `alter table users drop column status`,
  `alter table users rename column new_status to status`,
  `create unique index users_email on users (email) where status <> 'removed'`,
  `create index users_tenant_name
    on users (tenant_id, name_key, id, status, role, search_text, name, email, last_login_at)`,
  `create index users_tenant_email on users (tenant_id, email, id, status, role)`,
  `create index users_tenant_role on users (tenant_id, role, name_key, id, status)`,
  `create index users_tenant_last_login on users (tenant_id, last_login_at, id, status, role)`,
];
