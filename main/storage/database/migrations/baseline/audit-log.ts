/** The audit log, chained per organization. */
export const auditLogStatements = [
  `create table audit_events (
    tenant_id text not null references tenants (id) on delete cascade,
    sequence bigint not null,
    at bigint not null,
    actor_id text not null,
    actor_name text,
    ip_address text,
    actor_text text not null,
    actor_digest text not null,
    actor_erased_for text,
    action text not null,
    target_kind text not null,
    target_id text not null,
    target_label text,
    details text,
    target_text text not null,
    target_digest text not null,
    target_erased_for text,
    previous_hash text not null,
    hash text not null,
    device text,
    request_id text,
    origin_digest text,
    primary key (tenant_id, sequence)
  )`,
  'create index audit_events_action on audit_events (tenant_id, action, sequence)',
  'create index audit_events_actor on audit_events (tenant_id, actor_id, sequence)',
  'create index audit_events_at on audit_events (tenant_id, at, sequence)',
  'create index audit_events_label on audit_events (tenant_id, target_label)',
  'create index audit_events_target on audit_events (tenant_id, target_id, sequence)',
  `create table audit_heads (
    tenant_id text primary key references tenants (id) on delete cascade,
    sequence bigint not null,
    hash text not null,
    seal text not null
  )`,
  `create table audit_checkpoints (
    tenant_id text primary key references tenants (id) on delete cascade,
    sequence bigint not null,
    hash text not null,
    retention_days integer not null,
    created_at bigint not null,
    erasures text not null,
    seal text not null
  )`,
];
