import { type Kysely, sql } from 'kysely';

/** What owners decide for their organization. Existing organizations keep what applied to them so far. */
export const organizationPolicies = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table tenants add column session_idle_minutes integer not null default 30
    check (session_idle_minutes between 1 and 30)`,
  `alter table tenants add column session_max_hours integer check (session_max_hours between 1 and 720)`,
  `alter table tenants add column invitation_days integer not null default 7 check (invitation_days between 1 and 30)`,
  `alter table tenants add column default_role text not null default 'member'
    check (default_role in ('admin', 'member'))`,
  `alter table tenants add column email_domains text not null default '[]'`,
  `alter table tenants add column second_factor_required_at bigint`,
  `alter table tenants add column second_factor_grace_days integer not null default 7
    check (second_factor_grace_days between 0 and 90)`,
  `alter table tenants add column password_min_length integer not null default 8
    check (password_min_length between 8 and 64)`,
  `alter table tenants add column refuses_common_passwords integer not null default 0
    check (refuses_common_passwords in (0, 1))`,
  `alter table tenants add column mail_retention_days integer not null default 90
    check (mail_retention_days between 7 and 365)`,
  // Sessions whose organization limits their age.
  `create index sessions_started on sessions (created_at) where ended_at is null`,
];
