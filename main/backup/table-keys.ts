import { referencingTables, type TableName } from '../storage/database/deletion-cascades.ts';

/** The primary key of each table, by which rows are read in order. A test compares it with the migrated schema. */
export const primaryKeys: Readonly<Record<TableName, readonly [string, ...string[]]>> = {
  answered_challenges: ['challenge_hash'],
  api_keys: ['id'],
  application_consents: ['user_id', 'application_id'],
  application_custom_roles: ['application_id', 'role_id'],
  application_groups: ['application_id', 'group_id'],
  application_secrets: ['id'],
  application_sessions: ['sid'],
  application_sign_ins: ['application_id', 'day'],
  applications: ['id'],
  audit_checkpoints: ['tenant_id'],
  audit_events: ['tenant_id', 'sequence'],
  audit_heads: ['tenant_id'],
  audit_stream_positions: ['stream', 'tenant_id'],
  cost_changes: ['tenant_id', 'mode', 'subject', 'subject_id', 'at'],
  cost_lines: ['tenant_id', 'mode', 'month', 'subject', 'subject_id'],
  cost_months: ['tenant_id', 'mode', 'month'],
  custom_role_accounts: ['account_id', 'role_id'],
  custom_role_groups: ['group_id', 'role_id'],
  custom_role_members: ['user_id', 'role_id'],
  custom_roles: ['id'],
  deleted_tenants: ['tenant_id'],
  event_deliveries: ['id'],
  event_destinations: ['id'],
  failed_sign_ins: ['user_id', 'day', 'step', 'address'],
  former_emails: ['user_id', 'email'],
  given_roles: ['user_id'],
  group_members: ['group_id', 'user_id'],
  group_workspaces: ['workspace_id', 'group_id'],
  groups: ['id'],
  hosting_invoices: ['id'],
  idempotency_keys: ['id'],
  installation: ['id'],
  invitation_workspaces: ['invitation_id', 'workspace_id'],
  hosting_approvals: ['id'],
  invitations: ['id'],
  logout_notices: ['id'],
  mail_hold: ['id'],
  mail_requests: ['id'],
  mail_server: ['id'],
  mails: ['id'],
  oauth_records: ['id_hash', 'model'],
  one_time_tokens: ['id'],
  operators: ['user_id'],
  passkeys: ['id'],
  protected_sessions: ['secret_hash'],
  provider_settings: ['tenant_id'],
  provider_turns: ['tenant_id'],
  published_keys: ['id'],
  recovery_codes: ['user_id', 'code_hash'],
  sample_tenants: ['tenant_id'],
  sandbox_accounts: ['tenant_id'],
  schema_support: ['id'],
  second_factors: ['user_id'],
  service_account_keys: ['id'],
  service_account_workspaces: ['account_id', 'workspace_id'],
  service_accounts: ['id'],
  sessions: ['id'],
  sign_in_failures: ['email_hash'],
  smtp_ip_addresses: ['id'],
  tenants: ['id'],
  throttle_counts: ['subject'],
  token_disclosures: ['token_id', 'user_id', 'session_id'],
  trusted_devices: ['id'],
  upgrade_queues: ['id'],
  upgrade_runs: ['id'],
  users: ['id'],
  vps_instances: ['tenant_id', 'mode', 'service_id'],
  workspace_health: ['workspace_id', 'sequence'],
  workspace_members: ['workspace_id', 'user_id'],
  workspaces: ['id'],
};

/** Tables that refer to another one without changing when its rows are deleted. */
const plainReferences: Partial<Record<TableName, readonly TableName[]>> = { users: ['workspaces'] };

/** Every table, after all tables that it refers to. */
export const tablesInOrder = (): TableName[] => {
  const ordered: TableName[] = [];
  const visit = (table: TableName): void => {
    if (ordered.includes(table)) return;
    for (const child of [...referencingTables[table], ...(plainReferences[table] ?? [])]) visit(child);
    ordered.unshift(table);
  };
  // Names of a record are exactly its keys.
  for (const table of Object.keys(referencingTables) as TableName[]) visit(table);
  return ordered;
};
