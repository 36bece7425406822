import { type Kysely, sql } from 'kysely';
import type { OwnMigration } from './contraction.ts';
import { applyTextInput } from './text-keys.ts';

/** The whole schema of a release is one migration, so this file is as long as its list. */
const statements = [
  `alter table users add column email_verified_by text
    check (email_verified_by in ('mailbox', 'owner', 'operator', 'provider'))`,
  `alter table users add column disabled_by text check (disabled_by in ('admin', 'operator'))`,
  'alter table users add column devices_known_from bigint',
  `alter table users add column guest integer not null default 0
    check (guest = 0 or (guest = 1 and role = 'member'))`,
  `alter table invitations add column guest integer not null default 0
    check (guest = 0 or (guest = 1 and role = 'member'))`,
  // Not in users: a table that refers to itself could not be copied row by row.
  `create table given_roles (
    user_id text primary key references users (id) on delete cascade,
    given_at bigint not null,
    given_by text references users (id) on delete set null
  )`,
  'create index given_roles_given_by on given_roles (given_by) where given_by is not null',
  // The dearest password hash, which every sign-in asks for.
  'create index users_hash_cost on users (substr(password_hash, 5, 2))',
  // The kinds of hashes from other systems, which every sign-in asks for, too.
  `create index users_imported_hash on users (substr(password_hash, 8, 32)) where substr(password_hash, 1, 4) = '$im$'`,
  'alter table sessions add column confirmed_at bigint',
  `alter table sessions add column confirmed_with text check (confirmed_with in ('password', 'second_factor'))`,
  'alter table sessions add column browser_hash text',
  'create unique index sessions_browser_hash on sessions (browser_hash) where browser_hash is not null',
  `alter table tenants add column invitations_need_verified_email integer not null default 0
    check (invitations_need_verified_email in (0, 1))`,
  `alter table tenants add column verified_email_required integer not null default 0
    check (verified_email_required in (0, 1))`,
  `alter table tenants add column confirms_sensitive_changes integer not null default 0
    check (confirms_sensitive_changes in (0, 1))`,
  'alter table tenants add column accent text check (length(accent) = 7)',
  'alter table tenants add column sign_in_slug text check (length(sign_in_slug) between 1 and 64)',
  'create unique index tenants_sign_in_slug on tenants (sign_in_slug)',
  'alter table tenants add column invitation_text text',
  'alter table tenants add column closed integer not null default 0 check (closed in (0, 1))',
  // Until now an organization that is due was closed as long as someone in it was active.
  `update tenants set closed = 1 where delete_at is not null
    and exists (select 1 from users where users.tenant_id = tenants.id and users.status = 'active')`,
  // An answer that a key was given ends with the key.
  'alter table idempotency_keys add column api_key_id text references api_keys (id) on delete cascade',
  'create index idempotency_keys_api_key on idempotency_keys (api_key_id)',
  `create table service_accounts (
    id text primary key,
    tenant_id text not null references tenants (id) on delete cascade,
    name text not null,
    name_key text not null,
    description text not null,
    role text not null check (role in ('member', 'admin')),
    role_given_at bigint not null,
    role_given_by text references users (id) on delete set null,
    scopes text not null,
    all_workspaces integer not null check (all_workspaces in (0, 1)),
    addresses text not null,
    disabled_at bigint,
    created_at bigint not null,
    created_by text references users (id) on delete set null
  )`,
  'create index service_accounts_tenant on service_accounts (tenant_id, name_key, id)',
  'create index service_accounts_created_by on service_accounts (created_by) where created_by is not null',
  'create index service_accounts_role_given_by on service_accounts (role_given_by) where role_given_by is not null',
  `create table service_account_workspaces (
    account_id text not null references service_accounts (id) on delete cascade,
    workspace_id text not null references workspaces (id) on delete cascade,
    primary key (account_id, workspace_id)
  )`,
  'create index service_account_workspaces_workspace on service_account_workspaces (workspace_id)',
  `create table service_account_keys (
    id text primary key,
    account_id text not null references service_accounts (id) on delete cascade,
    kind text not null check (kind in ('api_key', 'client_secret')),
    name text not null,
    prefix text not null,
    secret_hash text not null unique,
    created_at bigint not null,
    created_by text references users (id) on delete set null,
    expires_at bigint,
    last_used_at bigint
  )`,
  `create index service_account_keys_client_secrets on service_account_keys (account_id)
    where kind = 'client_secret'`,
  'create index service_account_keys_account on service_account_keys (account_id, created_at)',
  'create index service_account_keys_created_by on service_account_keys (created_by) where created_by is not null',
  'create index service_account_keys_expires_at on service_account_keys (expires_at) where expires_at is not null',
  `alter table idempotency_keys add column service_key_id text
    references service_account_keys (id) on delete cascade`,
  'create index idempotency_keys_service_key on idempotency_keys (service_key_id)',
  `create table groups (
    id text primary key,
    tenant_id text not null references tenants (id) on delete cascade,
    name text not null,
    name_key text not null,
    description text not null,
    created_at bigint not null,
    created_by text references users (id) on delete set null
  )`,
  'create index groups_tenant on groups (tenant_id, name_key, id)',
  'create index groups_created_by on groups (created_by) where created_by is not null',
  `create table group_members (
    group_id text not null references groups (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    added_at bigint not null,
    added_by text references users (id) on delete set null,
    primary key (group_id, user_id)
  )`,
  'create index group_members_user on group_members (user_id, group_id)',
  'create index group_members_added_by on group_members (added_by) where added_by is not null',
  `create table group_workspaces (
    group_id text not null references groups (id) on delete cascade,
    workspace_id text not null references workspaces (id) on delete cascade,
    role text not null check (role in ('Viewer', 'Member', 'Admin')),
    granted_at bigint not null,
    granted_by text references users (id) on delete set null,
    primary key (workspace_id, group_id)
  )`,
  'create index group_workspaces_group on group_workspaces (group_id)',
  'create index group_workspaces_granted_by on group_workspaces (granted_by) where granted_by is not null',
  `alter table tenants add column trusted_device_days integer not null default 0
    check (trusted_device_days between 0 and 90)`,
  `create table trusted_devices (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    device_hash text not null,
    device text not null,
    ip_address text not null,
    created_at bigint not null
  )`,
  'create unique index trusted_devices_user on trusted_devices (user_id, device_hash)',
  'create index trusted_devices_created_at on trusted_devices (created_at)',
  `create table custom_roles (
    id text primary key,
    tenant_id text not null references tenants (id) on delete cascade,
    name text not null,
    name_key text not null,
    description text not null,
    permissions text not null,
    created_at bigint not null,
    created_by text references users (id) on delete set null
  )`,
  'create index custom_roles_tenant on custom_roles (tenant_id, name_key, id)',
  'create index custom_roles_created_by on custom_roles (created_by) where created_by is not null',
  `create table custom_role_members (
    role_id text not null references custom_roles (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    granted_at bigint not null,
    granted_by text references users (id) on delete set null,
    primary key (user_id, role_id)
  )`,
  'create index custom_role_members_role on custom_role_members (role_id)',
  'create index custom_role_members_granted_by on custom_role_members (granted_by) where granted_by is not null',
  `create table custom_role_groups (
    role_id text not null references custom_roles (id) on delete cascade,
    group_id text not null references groups (id) on delete cascade,
    granted_at bigint not null,
    granted_by text references users (id) on delete set null,
    primary key (group_id, role_id)
  )`,
  'create index custom_role_groups_role on custom_role_groups (role_id)',
  'create index custom_role_groups_granted_by on custom_role_groups (granted_by) where granted_by is not null',
  `create table custom_role_accounts (
    role_id text not null references custom_roles (id) on delete cascade,
    account_id text not null references service_accounts (id) on delete cascade,
    granted_at bigint not null,
    granted_by text references users (id) on delete set null,
    primary key (account_id, role_id)
  )`,
  'create index custom_role_accounts_role on custom_role_accounts (role_id)',
  'create index custom_role_accounts_granted_by on custom_role_accounts (granted_by) where granted_by is not null',
  `alter table tenants add column email_sign_in integer not null default 0 check (email_sign_in in (0, 1))`,
  'alter table mail_requests add column browser_hash text',
  `alter table one_time_tokens add column first_step text check (first_step = 'email_link')`,
  `create table applications (
    id text primary key,
    tenant_id text not null references tenants (id) on delete cascade,
    name text not null,
    name_key text not null,
    description text not null default '',
    kind text not null check (kind in ('web', 'single_page', 'native', 'proxied')),
    home_url text,
    redirect_uris text not null,
    logout_uris text not null,
    backchannel_logout_uri text,
    logout_session_required integer not null default 1 check (logout_session_required in (0, 1)),
    logout_allow_private integer not null default 0 check (logout_allow_private in (0, 1)),
    logout_delivered_at bigint,
    logout_failing_since bigint,
    logout_failure text,
    host text,
    path_rules text not null default '[]',
    access text not null default 'everyone' check (access in ('everyone', 'restricted')),
    allowed_roles text not null default '',
    created_at bigint not null,
    updated_at bigint not null,
    created_by text references users (id) on delete set null
  )`,
  'create index applications_tenant on applications (tenant_id, name_key, id)',
  'create unique index applications_host on applications (host) where host is not null',
  'create index applications_created_by on applications (created_by) where created_by is not null',
  `create table application_groups (
    application_id text not null references applications (id) on delete cascade,
    group_id text not null references groups (id) on delete cascade,
    primary key (application_id, group_id)
  )`,
  'create index application_groups_group on application_groups (group_id)',
  `create table application_custom_roles (
    application_id text not null references applications (id) on delete cascade,
    role_id text not null references custom_roles (id) on delete cascade,
    primary key (application_id, role_id)
  )`,
  'create index application_custom_roles_role on application_custom_roles (role_id)',
  `create table application_consents (
    user_id text not null references users (id) on delete cascade,
    application_id text not null references applications (id) on delete cascade,
    scopes text not null,
    granted_at bigint not null,
    last_used_at bigint,
    primary key (user_id, application_id)
  )`,
  'create index application_consents_application on application_consents (application_id)',
  `create table application_sign_ins (
    application_id text not null references applications (id) on delete cascade,
    day bigint not null,
    sign_ins integer not null,
    primary key (application_id, day)
  )`,
  `create table application_secrets (
    id text primary key,
    application_id text not null references applications (id) on delete cascade,
    secret_hash text not null unique,
    created_at bigint not null,
    expires_at bigint
  )`,
  'create index application_secrets_application on application_secrets (application_id)',
  `create table protected_sessions (
    secret_hash text primary key,
    application_id text not null references applications (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    session_id text not null references sessions (id) on delete cascade,
    browser_hash text,
    target text,
    created_at bigint not null,
    expires_at bigint
  )`,
  'create index protected_sessions_application on protected_sessions (application_id)',
  'create index protected_sessions_user on protected_sessions (user_id)',
  'create index protected_sessions_session on protected_sessions (session_id)',
  'create index protected_sessions_expires_at on protected_sessions (expires_at) where expires_at is not null',
  `create table application_sessions (
    sid text primary key,
    application_id text not null references applications (id) on delete cascade,
    session_id text not null references sessions (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    tells_sid integer not null check (tells_sid in (0, 1)),
    entered_at bigint not null
  )`,
  'create index application_sessions_application on application_sessions (application_id)',
  'create index application_sessions_session on application_sessions (session_id)',
  'create index application_sessions_user on application_sessions (user_id)',
  `create table logout_notices (
    id text primary key,
    tenant_id text not null references tenants (id) on delete cascade,
    application_id text not null references applications (id) on delete cascade,
    user_id text not null,
    tells_sid integer not null check (tells_sid in (0, 1)),
    attempts bigint not null,
    next_attempt_at bigint not null,
    claimed_until bigint,
    created_at bigint not null
  )`,
  'create index logout_notices_tenant on logout_notices (tenant_id)',
  'create index logout_notices_application on logout_notices (application_id, next_attempt_at)',
  'create index logout_notices_created on logout_notices (created_at)',
  `create table oauth_records (
    model text not null,
    id_hash text not null,
    payload text not null,
    uid_hash text,
    grant_hash text,
    application_id text references applications (id) on delete cascade,
    user_id text references users (id) on delete cascade,
    session_id text references sessions (id) on delete set null,
    parent_hash text,
    consumed_at bigint,
    expires_at bigint,
    primary key (id_hash, model)
  )`,
  'create index oauth_records_parent on oauth_records (parent_hash) where parent_hash is not null',
  'create index oauth_records_uid on oauth_records (uid_hash) where uid_hash is not null',
  'create index oauth_records_grant on oauth_records (grant_hash) where grant_hash is not null',
  'create index oauth_records_application on oauth_records (application_id) where application_id is not null',
  'create index oauth_records_user on oauth_records (user_id) where user_id is not null',
  'create index oauth_records_session on oauth_records (session_id) where session_id is not null',
  'create index oauth_records_expires_at on oauth_records (expires_at) where expires_at is not null',
  'alter table one_time_tokens add column subject_id text',
  'alter table one_time_tokens add column session_id text',
  `alter table one_time_tokens add column previous_role text check (previous_role in ('owner', 'admin', 'member', 'guest'))`,
  `alter table mails add column held_for_sender integer not null default 0
    check (held_for_sender in (0, 1))`,
  'alter table one_time_tokens add column former_owner_id text',
  // Which accounts can still take an address back.
  `create index one_time_tokens_previous_email on one_time_tokens (previous_email) where previous_email is not null`,
  'alter table recovery_codes add column created_at bigint',
  'alter table invitations add column session_id text',
  `alter table invitations add column workspace_role text not null default 'Member'
    check (workspace_role in ('Viewer', 'Member', 'Admin'))`,
  'alter table tenants add column name_key text',
  'alter table provider_settings add column approval_limit bigint',
  'alter table provider_settings add column tax_rate integer',
  'alter table smtp_ip_addresses add column is_imported integer not null default 0 check (is_imported in (0, 1))',
  'alter table smtp_ip_addresses add column unlisted_at bigint',
  `create table hosting_approvals (
    id text primary key,
    tenant_id text not null references tenants (id) on delete cascade,
    mode text not null check (mode in ('sandbox', 'live')),
    kind text not null check (kind in ('upgrade', 'billing_cycle', 'service_level', 'limit')),
    service_id text not null,
    wanted text not null,
    amount bigint,
    requested_by text not null references users (id) on delete cascade,
    requested_at bigint not null,
    approved_by text references users (id) on delete set null,
    approved_at bigint
  )`,
  'create unique index hosting_approvals_change on hosting_approvals (tenant_id, mode, service_id, kind)',
  'create index hosting_approvals_requested_by on hosting_approvals (requested_by)',
  'create index hosting_approvals_approved_by on hosting_approvals (approved_by) where approved_by is not null',
  `alter table vps_instances add column tags text not null default ''`,
  `alter table upgrade_queues add column action text not null default 'order' check (action in ('order', 'start', 'confirm'))`,
  `alter table upgrade_queues add column health_check text check (health_check in ('tcp', 'http'))`,
  'alter table upgrade_queues add column health_port integer',
  'alter table upgrade_queues add column health_path text',
  // Until now, confirming was the default unless someone chose otherwise.
  `alter table upgrade_runs add column default_chosen integer not null default 0 check (default_chosen in (0, 1))`,
  `update upgrade_runs set default_chosen = 1 where default_decision = 'revert' or exists (
      select 1 from audit_events where audit_events.tenant_id = upgrade_runs.tenant_id
        and audit_events.action = 'setUpgradeDefault' and audit_events.target_id = upgrade_runs.id)`,
  `create table event_destinations (
    id text primary key,
    tenant_id text not null references tenants (id) on delete cascade,
    kind text not null,
    name text not null,
    sealed_url text not null,
    event_types text not null,
    allow_private integer not null check (allow_private in (0, 1)),
    sealed_secret text,
    sealed_old_secret text,
    old_secret_until bigint,
    enabled integer not null check (enabled in (0, 1)),
    disabled_for text,
    position bigint not null,
    failures bigint not null,
    failing_since bigint,
    paused_until bigint,
    asked_until bigint,
    last_delivered_at bigint,
    created_at bigint not null
  )`,
  'create index event_destinations_tenant on event_destinations (tenant_id)',
  `create table event_deliveries (
    id text primary key,
    tenant_id text not null references tenants (id) on delete cascade,
    destination_id text not null references event_destinations (id) on delete cascade,
    position bigint not null,
    event_id text not null,
    event_type text not null,
    object_id text not null,
    status text not null check (status in ('waiting', 'delivered', 'failed')),
    attempts bigint not null,
    next_attempt_at bigint not null,
    claimed_until bigint,
    begun_at bigint not null,
    replayed integer not null check (replayed in (0, 1)),
    overtook bigint,
    outcome text,
    status_code bigint,
    duration_ms bigint,
    created_at bigint not null,
    ended_at bigint
  )`,
  'create unique index event_deliveries_position on event_deliveries (destination_id, position)',
  'create index event_deliveries_tenant on event_deliveries (tenant_id, status)',
  'create index event_deliveries_created on event_deliveries (created_at)',
  'create index event_deliveries_status on event_deliveries (destination_id, status, object_id, position)',
  `create table audit_stream_positions (
    stream text not null,
    tenant_id text not null references tenants (id) on delete cascade,
    position bigint not null,
    primary key (stream, tenant_id)
  )`,
  'create index audit_stream_positions_tenant on audit_stream_positions (tenant_id)',
  // Who verified the addresses of 0.1.0 is only in the audit log. Where it says nothing, the mailbox did.
  `update users set email_verified_by = case
      when exists (
        select 1 from audit_events where audit_events.tenant_id = users.tenant_id
          and audit_events.target_id = users.id and audit_events.action = 'markEmailVerified'
      ) then 'owner'
      when exists (
        select 1 from audit_events where audit_events.tenant_id = users.tenant_id
          and audit_events.target_id = users.id and audit_events.action = 'verifyEmail'
          and audit_events.actor_id = 'operator'
      ) then 'operator'
      else 'mailbox' end
    where email_verified = 1`,
  // Until now an invitation was held as long as its sender's address was not verified.
  `update mails set held_for_sender = 1 where kind = 'invitation' and status in ('queued', 'failed')
    and sender_id in (select id from users where email_verified = 0)`,
  `update mails set last_error = null where last_error = 'sender_unverified'`,
  // Until now someone who joined again got their account back. What removed people left behind has no use anymore.
  ...['operators', 'passkeys', 'recovery_codes', 'second_factors', 'idempotency_keys'].map(
    (table) => `delete from ${table} where user_id in (select id from users where status = 'removed')`,
  ),
  // Until now the operator alone left no member of the organization as the one who disabled an account.
  `update users set disabled_by = case
      when (
        select action from audit_events where audit_events.tenant_id = users.tenant_id
          and audit_events.target_id = users.id and audit_events.action in ('disableMember', 'disableAccount')
          order by audit_events.sequence desc limit 1
      ) = 'disableMember' then 'admin'
      else 'operator' end
    where status = 'disabled'`,
];

/** Kinds of runs that 0.1.0 doesn't know are stored, too. SQLite keeps the check of a column as long as the column. */
const anyKindOfRun = [
  `alter table upgrade_runs add column run_kind text not null default 'upgrade'`,
  'update upgrade_runs set run_kind = kind',
  'alter table upgrade_runs drop column kind',
  'alter table upgrade_runs rename column run_kind to kind',
];
const anyKindOfRunOnServer = ['alter table upgrade_runs drop constraint upgrade_runs_kind_check'];

const run = async (db: Kysely<unknown>, all: readonly string[]): Promise<void> => {
  for (const statement of all) await sql.raw(statement).execute(db);
  await applyTextInput(db);
};

/**
 * How addresses were verified, who gave someone a role, guests, who disabled an account, since when devices are known, when a session was confirmed, links that
 * undo changes, trusted devices, keys of texts, groups, custom roles, tags of servers, what a queue of upgrades does, roles that
 * invitations carry, and an
 * organization's color.
 */
export const authority: OwnMigration = {
  up: (db: Kysely<unknown>) => run(db, [...statements, ...anyKindOfRun]),
  onDatabaseServer: (db: Kysely<unknown>) => run(db, [...statements, ...anyKindOfRunOnServer]),
};
