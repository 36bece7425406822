import { type Kysely, sql } from 'kysely';

/** Tenants, users, sessions, invitations, workspaces and mail. */
export const accountsAndTeams = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table tenants (
    id text primary key,
    name text not null,
    created_at bigint not null,
    delete_at bigint
  )`,
  `create table users (
    id text primary key,
    tenant_id text not null references tenants (id) on delete cascade,
    email text not null,
    name text not null,
    name_key text not null,
    search_text text not null,
    role text not null check (role in ('owner', 'admin', 'member')),
    status text not null check (status in ('active', 'pending_deletion', 'removed')),
    password_hash text not null,
    email_verified integer not null check (email_verified in (0, 1)),
    pending_email text,
    preferences text not null,
    created_at bigint not null,
    last_login_at bigint not null,
    delete_at bigint
  )`,
  `create unique index users_email on users (email) where status <> 'removed'`,
  // A covering index: listing and searching by name never touches the rows.
  `create index users_tenant_name
    on users (tenant_id, name_key, id, status, role, search_text, name, email, last_login_at)`,
  `create index users_tenant_email on users (tenant_id, email, id, status, role)`,
  `create index users_tenant_role on users (tenant_id, role, name_key, id, status)`,
  `create index users_tenant_last_login on users (tenant_id, last_login_at, id, status, role)`,
  `create index users_delete_at on users (delete_at) where delete_at is not null`,
  `create table sessions (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    device text not null,
    ip_address text not null,
    created_at bigint not null,
    last_active_at bigint not null,
    expires_at bigint not null,
    refresh_generation integer not null,
    refresh_hash text not null,
    refresh_parent_hash text,
    refresh_rotated_at bigint,
    used_generation integer not null,
    ended_at bigint,
    end_reason text
  )`,
  `create index sessions_user on sessions (user_id, ended_at)`,
  `create index sessions_open on sessions (last_active_at) where ended_at is null`,
  `create index sessions_ended on sessions (ended_at) where ended_at is not null`,
  `create table invitations (
    id text primary key,
    tenant_id text not null references tenants (id) on delete cascade,
    email text not null,
    role text not null check (role in ('owner', 'admin', 'member')),
    status text not null check (status in ('pending', 'accepted', 'revoked', 'expired')),
    invited_by text not null references users (id) on delete cascade,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  `create unique index invitations_pending on invitations (tenant_id, email) where status = 'pending'`,
  `create index invitations_tenant on invitations (tenant_id, created_at, id)`,
  `create index invitations_invited_by on invitations (invited_by)`,
  `create table links (
    id text primary key,
    purpose text not null,
    secret_hash text not null unique,
    user_id text references users (id) on delete cascade,
    invitation_id text references invitations (id) on delete cascade,
    email text not null,
    previous_email text,
    created_at bigint not null,
    expires_at bigint not null,
    used_at bigint,
    voided_at bigint,
    disclosed_at bigint
  )`,
  `create index links_user on links (user_id, purpose)`,
  `create index links_invitation on links (invitation_id)`,
  `create index links_expires_at on links (expires_at)`,
  `create table workspaces (
    id text primary key,
    tenant_id text not null references tenants (id) on delete cascade,
    slug text not null,
    name text not null,
    name_key text not null,
    health_score integer not null check (health_score between 0 and 100),
    owner_id text not null references users (id),
    created_at bigint not null,
    unique (tenant_id, slug)
  )`,
  `create index workspaces_owner on workspaces (owner_id)`,
  `create table workspace_members (
    workspace_id text not null references workspaces (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    role text not null check (role in ('Admin', 'Member', 'Viewer')),
    primary key (workspace_id, user_id)
  )`,
  `create index workspace_members_user on workspace_members (user_id)`,
  `create table invitation_workspaces (
    invitation_id text not null references invitations (id) on delete cascade,
    workspace_id text not null references workspaces (id) on delete cascade,
    primary key (invitation_id, workspace_id)
  )`,
  `create index invitation_workspaces_workspace on invitation_workspaces (workspace_id)`,
  `create table mails (
    id text primary key,
    tenant_id text not null references tenants (id) on delete cascade,
    user_id text references users (id) on delete cascade,
    link_id text references links (id) on delete set null,
    kind text not null,
    recipient text not null,
    subject text not null,
    search_text text not null,
    params text not null,
    sealed_secret text,
    status text not null check (status in ('queued', 'sent', 'failed', 'abandoned')),
    attempts integer not null,
    next_attempt_at bigint not null,
    last_error text,
    created_at bigint not null,
    sent_at bigint
  )`,
  `create index mails_tenant on mails (tenant_id, created_at, id)`,
  `create index mails_due on mails (next_attempt_at) where status in ('queued', 'failed')`,
  `create index mails_recipient on mails (recipient, kind, created_at)`,
  `create index mails_user on mails (user_id)`,
  `create index mails_link on mails (link_id)`,
  `create table mail_requests (
    id text primary key,
    kind text not null,
    email text not null,
    created_at bigint not null
  )`,
  `create table sign_in_failures (
    email_hash text primary key,
    failures integer not null,
    retry_at bigint not null,
    updated_at bigint not null
  )`,
];
