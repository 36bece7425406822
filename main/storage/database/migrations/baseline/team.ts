/** Invitations, workspaces and who belongs to them. */
export const teamStatements = [
  `create table invitations (
    id text primary key,
    tenant_id text not null references tenants (id) on delete cascade,
    email text not null,
    role text not null check (role in ('owner', 'admin', 'member')),
    status text not null check (status in ('pending', 'accepted', 'revoked', 'expired')),
    invited_by text not null references users (id) on delete cascade,
    accepted_by text references users (id) on delete cascade,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  'create index invitations_accepted_by on invitations (accepted_by)',
  `create index invitations_expires_at on invitations (expires_at) where status = 'pending'`,
  'create index invitations_invited_by on invitations (invited_by)',
  `create unique index invitations_pending on invitations (tenant_id, email) where status = 'pending'`,
  'create index invitations_tenant on invitations (tenant_id, created_at, id)',
  `create table workspaces (
    id text primary key,
    tenant_id text not null references tenants (id) on delete cascade,
    slug text not null,
    name text not null,
    name_key text not null,
    description text not null default '',
    health_score integer not null check (health_score between 0 and 100),
    owner_id text not null references users (id),
    created_at bigint not null,
    created_by text references users (id) on delete set null,
    unique (tenant_id, slug)
  )`,
  'create index workspaces_created_by on workspaces (created_by)',
  'create index workspaces_owner on workspaces (owner_id)',
  `create table workspace_members (
    workspace_id text not null references workspaces (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    role text not null check (role in ('Admin', 'Member', 'Viewer')),
    granted_by text references users (id) on delete set null,
    granted_at bigint,
    primary key (workspace_id, user_id)
  )`,
  'create index workspace_members_granted_by on workspace_members (granted_by)',
  'create index workspace_members_user on workspace_members (user_id)',
  `create table workspace_health (
    workspace_id text not null references workspaces (id) on delete cascade,
    sequence integer not null,
    at bigint not null,
    score integer not null check (score between 0 and 100),
    set_by text references users (id) on delete set null,
    primary key (workspace_id, sequence)
  )`,
  'create index workspace_health_set_by on workspace_health (set_by)',
  `create table invitation_workspaces (
    invitation_id text not null references invitations (id) on delete cascade,
    workspace_id text not null references workspaces (id) on delete cascade,
    primary key (invitation_id, workspace_id)
  )`,
  'create index invitation_workspaces_workspace on invitation_workspaces (workspace_id)',
];
