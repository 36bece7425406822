/** Organizations, their accounts, and how these sign in. */
export const accountStatements = [
  // The logo is the last column, so that reading the others doesn't read it.
  `create table tenants (
    id text primary key,
    name text not null,
    created_at bigint not null,
    delete_at bigint,
    session_idle_minutes integer not null default 30 check (session_idle_minutes between 1 and 30),
    session_max_hours integer check (session_max_hours between 1 and 720),
    invitation_days integer not null default 7 check (invitation_days between 1 and 30),
    default_role text not null default 'member' check (default_role in ('admin', 'member')),
    email_domains text not null default '[]',
    second_factor_required_at bigint,
    second_factor_grace_days integer not null default 7 check (second_factor_grace_days between 0 and 90),
    password_min_length integer not null default 8 check (password_min_length between 8 and 64),
    refuses_common_passwords integer not null default 0 check (refuses_common_passwords in (0, 1)),
    mail_retention_days integer not null default 90 check (mail_retention_days between 7 and 365),
    time_zone text,
    audit_retention_days integer check (audit_retention_days between 90 and 3650),
    logo text check (length(logo) <= 44000)
  )`,
  `create table users (
    id text primary key,
    tenant_id text not null references tenants (id) on delete cascade,
    email text not null,
    name text not null,
    name_key text not null,
    search_text text not null,
    role text not null check (role in ('owner', 'admin', 'member')),
    status text not null check (status in ('active', 'disabled', 'pending_deletion', 'removed')),
    password_hash text not null,
    email_verified integer not null check (email_verified in (0, 1)),
    pending_email text,
    preferences text not null,
    created_at bigint not null,
    last_login_at bigint not null,
    delete_at bigint
  )`,
  'create index users_delete_at on users (delete_at) where delete_at is not null',
  `create unique index users_email on users (email) where status <> 'removed'`,
  'create index users_tenant_email on users (tenant_id, email, id, status, role)',
  'create index users_tenant_last_login on users (tenant_id, last_login_at, id, status, role)',
  // A covering index: listing and searching by name never touches the rows.
  `create index users_tenant_name
    on users (tenant_id, name_key, id, status, role, search_text, name, email, last_login_at)`,
  'create index users_tenant_role on users (tenant_id, role, name_key, id, status)',
  `create table former_emails (
    user_id text not null references users (id) on delete cascade,
    email text not null,
    primary key (user_id, email)
  )`,
  `create table sessions (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    tenant_id text not null,
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
    end_reason text,
    sign_in_method text
  )`,
  'create index sessions_ended on sessions (ended_at) where ended_at is not null',
  'create index sessions_user on sessions (user_id, ended_at)',
  `create table second_factors (
    user_id text primary key references users (id) on delete cascade,
    sealed_secret text not null,
    last_step bigint not null,
    created_at bigint not null,
    confirmed_at bigint
  )`,
  `create table recovery_codes (
    user_id text not null references users (id) on delete cascade,
    code_hash text not null,
    primary key (user_id, code_hash)
  )`,
  `create table passkeys (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    credential_id text not null unique,
    public_key text not null,
    counter bigint not null,
    transports text not null,
    site text not null,
    name text not null,
    backed_up integer not null check (backed_up in (0, 1)),
    created_at bigint not null,
    last_used_at bigint
  )`,
  'create index passkeys_user on passkeys (user_id, created_at)',
  `create table answered_challenges (
    challenge_hash text primary key,
    expires_at bigint not null
  )`,
  'create index answered_challenges_expiry on answered_challenges (expires_at)',
  `create table api_keys (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    name text not null,
    prefix text not null,
    secret_hash text not null unique,
    scopes text not null,
    created_at bigint not null,
    expires_at bigint,
    last_used_at bigint
  )`,
  'create index api_keys_expires_at on api_keys (expires_at) where expires_at is not null',
  'create index api_keys_user on api_keys (user_id, created_at)',
  `create table sign_in_failures (
    email_hash text primary key,
    failures integer not null,
    retry_at bigint not null,
    updated_at bigint not null
  )`,
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
  'create index failed_sign_ins_day on failed_sign_ins (day)',
  'create index failed_sign_ins_tenant on failed_sign_ins (tenant_id, day)',
  `create table idempotency_keys (
    id text primary key,
    user_id text references users (id) on delete cascade,
    sealed_request text not null,
    sealed_answer text,
    used_at bigint not null
  )`,
  'create index idempotency_keys_used on idempotency_keys (used_at)',
  'create index idempotency_keys_user on idempotency_keys (user_id)',
];

/** They count open sessions without reading the table (DECISION 0170). */
export const embeddedSessionStatements = [
  'create index sessions_expiry on sessions (expires_at, last_active_at) where ended_at is null',
  'create index sessions_open on sessions (last_active_at, expires_at) where ended_at is null',
  `create index sessions_tenant on sessions (tenant_id, user_id, last_active_at, expires_at, created_at)
    where ended_at is null`,
];

/** DECISION 0240: on a server, no index contains what a refresh and every ten seconds of activity change. */
export const databaseServerSessionStatements = [
  'create index sessions_tenant on sessions (tenant_id, user_id, created_at) where ended_at is null',
  // Leaves room in each page for the next version of its rows.
  'alter table sessions set (fillfactor = 80)',
];
