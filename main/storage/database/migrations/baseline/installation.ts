/** What concerns the installation as a whole, and what its instances share. */
export const installationStatements = [
  `create table installation (
    id integer primary key check (id = 1),
    installation_id text not null,
    fingerprint text not null,
    sealed_setup_token text
  )`,
  `create table operators (
    user_id text primary key references users (id) on delete cascade,
    granted_at bigint not null,
    granted_by text references users (id) on delete set null
  )`,
  'create index operators_granted_by on operators (granted_by)',
  `create table deleted_tenants (
    tenant_id text primary key,
    deleted_at bigint not null,
    seal text not null
  )`,
  `create table sample_tenants (
    tenant_id text primary key references tenants (id) on delete cascade
  )`,
  `create table published_keys (
    id integer primary key check (id = 1),
    key_id text not null,
    sealed_key text not null,
    published_at bigint not null
  )`,
  `create table throttle_counts (
    subject text primary key,
    count integer not null,
    ends_at bigint not null
  )`,
  'create index throttle_counts_end on throttle_counts (ends_at)',
  `create table schema_support (
    id integer primary key check (id = 1),
    oldest_migration text not null
  )`,
];
