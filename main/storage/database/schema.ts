import type {
  AuditCheckpointTable,
  AuditEventTable,
  AuditHeadTable,
  AuditStreamPositionTable,
} from './audit-log-schema.ts';
import type {
  CustomRoleAccountTable,
  CustomRoleGroupTable,
  CustomRoleMemberTable,
  CustomRoleTable,
} from './custom-role-schema.ts';
import type { EventDeliveryTable, EventDestinationTable } from './events-schema.ts';
import type { GroupMemberTable, GroupTable, GroupWorkspaceTable } from './group-schema.ts';
import type {
  ApprovalTable,
  CostChangeTable,
  CostLineTable,
  CostMonthTable,
  HostingInvoiceTable,
  ProviderSettingsTable,
  ProviderTurnTable,
  SandboxAccountTable,
  ServerTable,
  SmtpIpAddressTable,
  UpgradeQueueTable,
  UpgradeRunTable,
} from './hosting-schema.ts';
import type {
  AnsweredChallengeTable,
  ApiKeyTable,
  FailedSignInTable,
  FormerEmailTable,
  GivenRoleTable,
  IdempotencyKeyTable,
  LockoutTable,
  OneTimeTokenTable,
  PasskeyTable,
  RecoveryCodeTable,
  SecondFactorTable,
  SessionTable,
  TokenDisclosureTable,
  TrustedDeviceTable,
} from './identity-schema.ts';
import type {
  DeletedTenantTable,
  InstallationTable,
  OperatorTable,
  PublishedKeyTable,
  SampleTenantTable,
  SchemaSupportTable,
  ThrottleCountTable,
} from './installation-schema.ts';
import type { MailHoldTable, MailRequestTable, MailServerTable, MailTable } from './mail-schema.ts';
import type {
  ApplicationConsentTable,
  ApplicationCustomRoleTable,
  ApplicationGroupTable,
  ApplicationSecretTable,
  ApplicationSessionTable,
  ApplicationSignInTable,
  ApplicationTable,
  LogoutNoticeTable,
  OauthRecordTable,
  ProtectedSessionTable,
} from './oauth-schema.ts';
import type {
  ServiceAccountKeyTable,
  ServiceAccountTable,
  ServiceAccountWorkspaceTable,
} from './service-account-schema.ts';
import type {
  InvitationTable,
  InvitationWorkspaceTable,
  TenantTable,
  WorkspaceHealthTable,
  WorkspaceMemberTable,
  WorkspaceTable,
} from './team-schema.ts';
import type { UserTable } from './user-table.ts';

export interface Schema {
  tenants: TenantTable;
  users: UserTable;
  given_roles: GivenRoleTable;
  former_emails: FormerEmailTable;
  sessions: SessionTable;
  one_time_tokens: OneTimeTokenTable;
  token_disclosures: TokenDisclosureTable;
  invitations: InvitationTable;
  invitation_workspaces: InvitationWorkspaceTable;
  workspaces: WorkspaceTable;
  workspace_members: WorkspaceMemberTable;
  workspace_health: WorkspaceHealthTable;
  groups: GroupTable;
  group_members: GroupMemberTable;
  group_workspaces: GroupWorkspaceTable;
  custom_roles: CustomRoleTable;
  custom_role_members: CustomRoleMemberTable;
  custom_role_groups: CustomRoleGroupTable;
  custom_role_accounts: CustomRoleAccountTable;
  mails: MailTable;
  idempotency_keys: IdempotencyKeyTable;
  mail_requests: MailRequestTable;
  sign_in_failures: LockoutTable;
  failed_sign_ins: FailedSignInTable;
  second_factors: SecondFactorTable;
  recovery_codes: RecoveryCodeTable;
  passkeys: PasskeyTable;
  trusted_devices: TrustedDeviceTable;
  applications: ApplicationTable;
  application_consents: ApplicationConsentTable;
  application_groups: ApplicationGroupTable;
  application_custom_roles: ApplicationCustomRoleTable;
  application_sign_ins: ApplicationSignInTable;
  application_secrets: ApplicationSecretTable;
  application_sessions: ApplicationSessionTable;
  logout_notices: LogoutNoticeTable;
  oauth_records: OauthRecordTable;
  protected_sessions: ProtectedSessionTable;
  answered_challenges: AnsweredChallengeTable;
  api_keys: ApiKeyTable;
  service_accounts: ServiceAccountTable;
  service_account_workspaces: ServiceAccountWorkspaceTable;
  service_account_keys: ServiceAccountKeyTable;
  audit_events: AuditEventTable;
  audit_heads: AuditHeadTable;
  audit_checkpoints: AuditCheckpointTable;
  audit_stream_positions: AuditStreamPositionTable;
  event_destinations: EventDestinationTable;
  event_deliveries: EventDeliveryTable;
  deleted_tenants: DeletedTenantTable;
  installation: InstallationTable;
  operators: OperatorTable;
  provider_settings: ProviderSettingsTable;
  vps_instances: ServerTable;
  smtp_ip_addresses: SmtpIpAddressTable;
  hosting_approvals: ApprovalTable;
  upgrade_queues: UpgradeQueueTable;
  upgrade_runs: UpgradeRunTable;
  hosting_invoices: HostingInvoiceTable;
  cost_changes: CostChangeTable;
  cost_months: CostMonthTable;
  cost_lines: CostLineTable;
  mail_server: MailServerTable;
  mail_hold: MailHoldTable;
  sample_tenants: SampleTenantTable;
  schema_support: SchemaSupportTable;
  published_keys: PublishedKeyTable;
  throttle_counts: ThrottleCountTable;
  sandbox_accounts: SandboxAccountTable;
  provider_turns: ProviderTurnTable;
}

declare const access: unique symbol;

/**
 * What store functions accept: the reader, the writer or a transaction. It has no members, so whoever passes it on can't
 * write SQL: {@link tablesOf} of tables.ts, which only the store may import, leads to the tables (DECISION 0266).
 */
export interface Queries {
  readonly [access]: 'statements' | 'transaction';
}

/** An open transaction. Nothing else may write inside it. */
export interface WriteTransaction extends Queries {
  readonly [access]: 'transaction';
}
