import type { Schema } from './schema.ts';

export type TableName = keyof Schema;

/**
 * The tables whose rows the database deletes or updates when a row of a table is deleted (`on delete cascade` and
 * `on delete set null`). A test compares this with the foreign keys of the migrated schema.
 */
export const referencingTables = {
  tenants: [
    'audit_checkpoints',
    'audit_events',
    'audit_heads',
    'audit_stream_positions',
    'cost_changes',
    'cost_lines',
    'cost_months',
    'custom_roles',
    'event_deliveries',
    'event_destinations',
    'groups',
    'hosting_approvals',
    'hosting_invoices',
    'invitations',
    'mails',
    'provider_settings',
    'provider_turns',
    'sample_tenants',
    'sandbox_accounts',
    'service_accounts',
    'smtp_ip_addresses',
    'upgrade_queues',
    'upgrade_runs',
    'users',
    'vps_instances',
    'workspaces',
  ],
  users: [
    'api_keys',
    'custom_role_accounts',
    'custom_role_groups',
    'custom_role_members',
    'custom_roles',
    'failed_sign_ins',
    'former_emails',
    'given_roles',
    'group_members',
    'group_workspaces',
    'groups',
    'hosting_approvals',
    'idempotency_keys',
    'invitations',
    'mails',
    'one_time_tokens',
    'operators',
    'passkeys',
    'recovery_codes',
    'second_factors',
    'service_account_keys',
    'service_accounts',
    'sessions',
    'token_disclosures',
    'trusted_devices',
    'upgrade_queues',
    'upgrade_runs',
    'workspace_health',
    'workspace_members',
    'workspaces',
  ],
  given_roles: [],
  former_emails: [],
  sessions: [],
  one_time_tokens: ['mails', 'token_disclosures'],
  token_disclosures: [],
  invitations: ['invitation_workspaces', 'one_time_tokens'],
  invitation_workspaces: [],
  workspaces: [
    'group_workspaces',
    'invitation_workspaces',
    'service_account_workspaces',
    'workspace_health',
    'workspace_members',
  ],
  workspace_members: [],
  groups: ['custom_role_groups', 'group_members', 'group_workspaces'],
  group_members: [],
  group_workspaces: [],
  custom_roles: ['custom_role_accounts', 'custom_role_groups', 'custom_role_members'],
  custom_role_members: [],
  custom_role_groups: [],
  custom_role_accounts: [],
  workspace_health: [],
  mails: [],
  mail_requests: [],
  idempotency_keys: [],
  sign_in_failures: [],
  failed_sign_ins: [],
  second_factors: [],
  recovery_codes: [],
  passkeys: [],
  trusted_devices: [],
  answered_challenges: [],
  api_keys: ['idempotency_keys'],
  service_accounts: ['custom_role_accounts', 'service_account_keys', 'service_account_workspaces'],
  service_account_workspaces: [],
  service_account_keys: ['idempotency_keys'],
  audit_events: [],
  audit_heads: [],
  audit_checkpoints: [],
  audit_stream_positions: [],
  event_destinations: ['event_deliveries'],
  event_deliveries: [],
  deleted_tenants: [],
  installation: [],
  operators: [],
  provider_settings: [],
  vps_instances: [],
  smtp_ip_addresses: [],
  hosting_approvals: [],
  upgrade_queues: [],
  upgrade_runs: [],
  hosting_invoices: [],
  cost_changes: [],
  cost_months: [],
  cost_lines: [],
  mail_server: [],
  mail_hold: [],
  sample_tenants: [],
  schema_support: [],
  published_keys: [],
  throttle_counts: [],
  sandbox_accounts: [],
  provider_turns: [],
} as const satisfies Readonly<Record<TableName, readonly TableName[]>>;

export const isTableName = (name: string): name is TableName => Object.hasOwn(referencingTables, name);

const reach = (table: TableName, found = new Set<TableName>()): Set<TableName> => {
  if (found.has(table)) return found;
  found.add(table);
  for (const next of referencingTables[table]) reach(next, found);
  return found;
};

const deletionReach: ReadonlyMap<TableName, readonly TableName[]> = new Map(
  Object.keys(referencingTables)
    .filter(isTableName)
    .map((table) => [table, [...reach(table)]]),
);

/** Every table that a deletion from `table` can change, itself included. */
export const tablesChangedByDeletion = (table: TableName): readonly TableName[] => deletionReach.get(table) ?? [table];
