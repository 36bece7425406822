import { type Kysely, sql } from 'kysely';

/** The hosting provider: settings, servers and addresses with their costs, runs, invoices and reconciled months. */
export const hosting = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const modes = `('sandbox', 'live')`;

const statements = [
  `create table provider_settings (
    tenant_id text primary key references tenants (id) on delete cascade,
    mode text not null check (mode in ${modes}),
    base_url text not null,
    sealed_key text,
    key_last4 text,
    allow_private_addresses integer not null check (allow_private_addresses in (0, 1)),
    version integer not null,
    updated_at bigint not null,
    synced_at bigint
  )`,
  `create table vps_instances (
    tenant_id text not null references tenants (id) on delete cascade,
    mode text not null check (mode in ${modes}),
    service_id text not null,
    provider_label text not null,
    own_label text,
    search_text text not null,
    status text not null,
    is_suspended integer not null check (is_suspended in (0, 1)),
    is_locked integer not null check (is_locked in (0, 1)),
    product_name text,
    sizes text not null,
    main_ip text,
    billing_cycle text,
    managed integer check (managed in (0, 1)),
    approximate_cost bigint not null,
    cost_source text not null check (cost_source in ('default', 'price_list', 'manual')),
    cost_updated_at bigint not null,
    seen_at bigint not null,
    gone_at bigint,
    primary key (tenant_id, mode, service_id)
  )`,
  `create table smtp_ip_addresses (
    id text primary key,
    tenant_id text not null references tenants (id) on delete cascade,
    mode text not null check (mode in ${modes}),
    address text not null,
    label text not null,
    service_id text,
    search_text text not null,
    approximate_cost bigint not null,
    created_at bigint not null,
    removed_at bigint
  )`,
  `create unique index smtp_ip_addresses_address on smtp_ip_addresses (tenant_id, mode, address)
    where removed_at is null`,
  `create table upgrade_runs (
    id text primary key,
    tenant_id text not null references tenants (id) on delete cascade,
    mode text not null check (mode in ${modes}),
    service_id text not null,
    kind text not null check (kind in ('upgrade', 'billing_cycle', 'service_level')),
    state text not null,
    version integer not null,
    seen_version integer,
    before_sizes text not null,
    plan text,
    wanted text,
    provider_order text,
    paid_invoice bigint,
    order_missing integer not null check (order_missing in (0, 1)),
    intended_at bigint,
    accepted integer not null check (accepted in (0, 1)),
    applied_at bigint,
    default_decision text not null check (default_decision in ('confirm', 'revert')),
    decide_at bigint,
    cost_before bigint not null,
    cost_after bigint,
    problem text,
    started_by text references users (id) on delete set null,
    started_at bigint not null,
    changed_at bigint not null,
    checked_at bigint,
    ended_at bigint
  )`,
  // At most one open run per server, however many requests come in.
  `create unique index upgrade_runs_open on upgrade_runs (tenant_id, mode, service_id) where ended_at is null`,
  `create index upgrade_runs_tenant on upgrade_runs (tenant_id, mode, started_at)`,
  `create index upgrade_runs_started_by on upgrade_runs (started_by) where started_by is not null`,
  `create table hosting_invoices (
    id text primary key,
    tenant_id text not null references tenants (id) on delete cascade,
    mode text not null check (mode in ${modes}),
    number text not null,
    issued_on text not null,
    total bigint not null,
    billing_cycle text not null,
    service_id text,
    ip_id text,
    note text not null,
    search_text text not null,
    origin text not null check (origin in ('entered', 'imported')),
    created_at bigint not null
  )`,
  `create unique index hosting_invoices_number on hosting_invoices (tenant_id, mode, number)`,
  `create index hosting_invoices_issued on hosting_invoices (tenant_id, mode, issued_on)`,
  // The monthly cost from an instant on. Null once it no longer costs anything.
  `create table cost_changes (
    tenant_id text not null references tenants (id) on delete cascade,
    mode text not null check (mode in ${modes}),
    subject text not null check (subject in ('server', 'ip_address')),
    subject_id text not null,
    at bigint not null,
    approximate_cost bigint,
    primary key (tenant_id, mode, subject, subject_id, at)
  )`,
  `create table cost_months (
    tenant_id text not null references tenants (id) on delete cascade,
    mode text not null check (mode in ${modes}),
    month text not null,
    estimated bigint not null,
    invoiced bigint not null,
    reconciled_at bigint not null,
    primary key (tenant_id, mode, month)
  )`,
  `create table cost_lines (
    tenant_id text not null references tenants (id) on delete cascade,
    mode text not null check (mode in ${modes}),
    month text not null,
    subject text not null check (subject in ('server', 'ip_address', 'other')),
    subject_id text not null,
    label text not null,
    estimated bigint not null,
    invoiced bigint not null,
    cause text not null,
    primary key (tenant_id, mode, month, subject, subject_id)
  )`,
];
