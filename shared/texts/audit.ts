/** Kinds of actions, to filter the audit log by. */
export const auditGroups = [
  'sign_ins',
  'accounts',
  'protection',
  'team',
  'workspaces',
  'hosting',
  'email',
  'organization',
] as const;
export type AuditGroup = (typeof auditGroups)[number];

/** How an action ended. The log has no refused requests; the service's own log has. */
export const auditOutcomes = ['done', 'blocked'] as const;
type AuditOutcome = (typeof auditOutcomes)[number];

interface ActionSpec {
  /** Each row of the log reads "actor – this text – target". */
  readonly text: string;
  readonly group: AuditGroup;
  /** For what the service refused or ended because it looked like an attack. */
  readonly outcome?: 'blocked';
  /**
   * What a row tells besides actor, action and target: each name has a text in the console (`audit.names`), unless it ends
   * with `_digest`. With `?`, not every row has it.
   */
  readonly details?: readonly string[];
}

const ofKey = ['key_id', 'name', 'prefix'] as const;
const ofWorkspace = ['workspace', 'workspace_id'] as const;
const ofApproval = ['approval_id', 'kind', 'wanted?', 'amount'] as const;
const ofQueue = ['queue_id', 'runs', 'step?'] as const;
/** What each row about an upgrade run tells. */
const ofRun = ['run_id', 'kind', 'wanted?'] as const;
/** What each row about a move of a run tells. */
const ofMove = [...ofRun, 'event', 'from', 'to'] as const;

/** Every action that the audit log records: operations by id, and what the service or its operator does. */
export const auditActions = {
  signup: { text: 'Created the team', group: 'accounts' },
  login: { text: 'Signed in', group: 'sign_ins', details: ['device'] },
  completeLogin: { text: 'Signed in with two-factor authentication', group: 'sign_ins', details: ['device', 'code'] },
  loginWithPasskey: { text: 'Signed in with a passkey', group: 'sign_ins', details: ['device', 'passkey'] },
  completeLoginWithPasskey: {
    text: 'Signed in with password and passkey',
    group: 'sign_ins',
    details: ['device', 'passkey'],
  },
  logout: { text: 'Signed out', group: 'sign_ins', details: ['device'] },
  verifyEmail: { text: 'Verified an email address', group: 'accounts' },
  resendVerification: { text: 'Requested a verification email', group: 'accounts' },
  forgotPassword: { text: 'Requested a password reset', group: 'accounts' },
  resetPassword: { text: 'Reset the password', group: 'accounts' },
  confirmSession: { text: 'Confirmed who they are', group: 'sign_ins', details: ['confirmed_with'] },
  changePassword: { text: 'Changed the password', group: 'accounts' },
  restoreAccount: { text: 'Restored the account', group: 'accounts' },
  updateMe: { text: 'Changed the profile', group: 'accounts', details: ['changed'] },
  changeEmail: { text: 'Requested an email change', group: 'accounts', details: ['new_email'] },
  cancelEmailChange: { text: 'Canceled an email change', group: 'accounts' },
  undoChange: { text: 'Undid a change with the link from an email', group: 'protection', details: ['change'] },
  deleteMe: {
    text: 'Scheduled the account for deletion',
    group: 'accounts',
    details: ['scheduled_deletion', 'with_team'],
  },
  inviteMember: { text: 'Invited a member', group: 'team', details: ['role', 'workspaces'] },
  resendInvitation: { text: 'Resent an invitation', group: 'team' },
  copyInvitationLink: { text: 'Created an invitation link', group: 'team' },
  createMemberLink: { text: 'Created a link for a member', group: 'team', details: ['purpose', 'mailed'] },
  revokeInvitation: { text: 'Revoked an invitation', group: 'team' },
  acceptInvitation: { text: 'Joined the team', group: 'team', details: ['role'] },
  changeRole: { text: 'Changed a role', group: 'team', details: ['from', 'to'] },
  removeMember: { text: 'Removed a member', group: 'team', details: ['role', 'heir_id'] },
  transferOwnership: { text: 'Transferred ownership', group: 'team', details: ['from'] },
  revokeSession: { text: 'Ended own session', group: 'sign_ins', details: ['device'] },
  revokeOtherSessions: { text: 'Ended all other own sessions', group: 'sign_ins', details: ['ended'] },
  revokeMemberSession: { text: 'Revoked a member’s session', group: 'sign_ins', details: ['device'] },
  revokeMemberSessions: { text: 'Signed a member out everywhere', group: 'sign_ins', details: ['sessions'] },
  disableMember: { text: 'Disabled a member', group: 'team' },
  enableMember: { text: 'Enabled a member', group: 'team' },
  unlockMember: { text: 'Unlocked a member', group: 'team' },
  markEmailVerified: { text: 'Marked an email address as verified', group: 'team' },
  revokeMemberApiKey: { text: 'Revoked a member’s API key', group: 'protection', details: ofKey },
  confirmSecondFactor: { text: 'Turned on two-factor authentication', group: 'protection' },
  disableSecondFactor: { text: 'Turned off two-factor authentication', group: 'protection' },
  regenerateRecoveryCodes: { text: 'Created new recovery codes', group: 'protection' },
  resetMemberSecondFactor: { text: 'Reset a member’s two-factor authentication', group: 'protection' },
  addPasskey: { text: 'Added a passkey', group: 'protection', details: ['passkey_id', 'name', 'site'] },
  renamePasskey: { text: 'Renamed a passkey', group: 'protection', details: ['passkey_id', 'name'] },
  removePasskey: { text: 'Removed a passkey', group: 'protection', details: ['passkey_id', 'name', 'site'] },
  createApiKey: { text: 'Created an API key', group: 'protection', details: ofKey },
  revokeApiKey: { text: 'Revoked an API key', group: 'protection', details: ofKey },
  createWorkspace: { text: 'Created a workspace', group: 'workspaces', details: ['slug'] },
  updateWorkspace: {
    text: 'Changed a workspace',
    group: 'workspaces',
    details: ['name?', 'description?', 'slug?', 'health_score?'],
  },
  deleteWorkspace: { text: 'Deleted a workspace', group: 'workspaces', details: ['slug'] },
  setWorkspaceMember: { text: 'Set a workspace role', group: 'workspaces', details: [...ofWorkspace, 'role'] },
  removeWorkspaceMember: { text: 'Removed a member from a workspace', group: 'workspaces', details: ofWorkspace },
  retryMail: { text: 'Resent an email', group: 'email', details: ['kind'] },
  revealMailLink: { text: 'Revealed the link in an email', group: 'email', details: ['kind'] },
  verifyAuditLog: {
    text: 'Verified the audit log',
    group: 'organization',
    details: ['valid', 'checked', 'first_broken?', 'removed?', 'end?'],
  },
  updateProviderSettings: {
    text: 'Changed the provider connection',
    group: 'hosting',
    details: [
      ...['mode', 'provider', 'base_url', 'new_key', 'allow_private_addresses'],
      ...['currency?', 'monthly_budget?', 'approval_limit?'],
    ],
  },
  testProviderConnection: {
    text: 'Tested the provider connection',
    group: 'hosting',
    details: ['mode', 'provider', 'base_url', 'ok', 'reason'],
  },
  resetSandbox: { text: 'Reset the sandbox', group: 'hosting' },
  paySandboxInvoice: { text: 'Paid a sandbox invoice', group: 'hosting', details: [...ofRun, 'invoice'] },
  cancelSandboxOrder: { text: 'Canceled a sandbox order', group: 'hosting', details: ofRun },
  syncServers: { text: 'Refreshed the servers', group: 'hosting', details: ['servers', 'added', 'gone', 'addresses?'] },
  updateServer: {
    text: 'Edited a server’s details',
    group: 'hosting',
    details: ['label', 'managed', 'approximate_cost', 'tags?'],
  },
  tagServers: { text: 'Tagged servers', group: 'hosting', details: ['servers', 'tags_added', 'tags_removed'] },
  addIpAddress: { text: 'Added an IP address', group: 'hosting', details: ['approximate_cost', 'serviceid'] },
  updateIpAddress: {
    text: 'Changed an IP address',
    group: 'hosting',
    details: ['label', 'approximate_cost', 'serviceid'],
  },
  removeIpAddress: { text: 'Removed an IP address', group: 'hosting' },
  startUpgradeRun: { text: 'Started an upgrade', group: 'hosting', details: [...ofRun, 'to'] },
  chooseUpgradePlan: { text: 'Chose an upgrade plan', group: 'hosting', details: ofMove },
  orderUpgrade: { text: 'Ordered an upgrade', group: 'hosting', details: ofMove },
  upgradeInstance: { text: 'Ordered an upgrade in one step', group: 'hosting', details: ofMove },
  checkUpgradeRun: { text: 'Checked an upgrade with the provider', group: 'hosting', details: ofRun },
  setUpgradeDefault: {
    text: 'Set the default decision of an upgrade',
    group: 'hosting',
    details: [...ofRun, 'decision'],
  },
  createUpgradeQueue: {
    text: 'Ordered, started or confirmed upgrades of several servers',
    group: 'hosting',
    details: ofQueue,
  },
  resumeUpgradeQueue: { text: 'Resumed upgrades of several servers', group: 'hosting', details: ofQueue },
  cancelUpgradeQueue: {
    text: 'Canceled the remaining upgrades of several servers',
    group: 'hosting',
    details: ofQueue,
  },
  requestApproval: { text: 'Asked another owner to agree to a change', group: 'hosting', details: ofApproval },
  approveChange: { text: 'Agreed to a change', group: 'hosting', details: ofApproval },
  removeApproval: { text: 'Ended a request for agreement', group: 'hosting', details: ofApproval },
  setUpgradeWindow: {
    text: 'Planned the start of an upgrade',
    group: 'hosting',
    details: [...ofRun, 'from', 'until', 'time_zone'],
  },
  cancelUpgradeWindow: { text: 'Canceled the planned start of an upgrade', group: 'hosting', details: ofRun },
  markUpgradeRunSeen: { text: 'Dismissed an upgrade', group: 'hosting', details: ofRun },
  upgradeServer: { text: 'Applied an upgrade', group: 'hosting', details: ofMove },
  confirmUpgrade: { text: 'Confirmed an upgrade', group: 'hosting', details: ofMove },
  revertUpgrade: { text: 'Reverted an upgrade', group: 'hosting', details: ofMove },
  reportUpgradeFinding: { text: 'Reported the status of an upgrade', group: 'hosting', details: ofMove },
  cancelUpgradeRun: { text: 'Canceled an upgrade', group: 'hosting', details: ofMove },
  closeUpgradeRun: { text: 'Stopped tracking an upgrade', group: 'hosting', details: ofMove },
  changeBillingCycle: { text: 'Changed a server’s billing cycle', group: 'hosting', details: [...ofRun, 'to'] },
  upgradeToManaged: { text: 'Switched a server to managed', group: 'hosting', details: [...ofRun, 'to'] },
  downgradeToUnmanaged: { text: 'Switched a server to unmanaged', group: 'hosting', details: [...ofRun, 'to'] },
  addInvoice: { text: 'Added an invoice', group: 'hosting', details: ['issued_on', 'total', 'serviceid'] },
  importInvoices: { text: 'Imported invoices', group: 'hosting', details: ['imported', 'known'] },
  removeInvoice: { text: 'Removed an invoice', group: 'hosting', details: ['issued_on', 'total'] },
  // Its details are the policies, see contract/audit-details.ts.
  updatePolicies: { text: 'Changed the policies', group: 'organization' },
  updateTenant: {
    text: 'Changed name or logo',
    group: 'organization',
    details: ['name_before?', 'name?', 'logo?', 'time_zone?'],
  },
  updateMailSettings: {
    text: 'Set up the mail server',
    group: 'email',
    details: ['host', 'port', 'security', 'username', 'sender_address', 'kept_mails'],
  },
  deleteMailSettings: { text: 'Removed the mail server', group: 'email' },
  sendTestMail: { text: 'Sent a test email', group: 'email', details: ['outcome'] },
  releaseHeldMail: { text: 'Released held email', group: 'email', details: ['kept_mails'] },
  backUpNow: { text: 'Started a backup', group: 'organization' },
  lockAccount: {
    text: 'Sign-in blocked after repeated failures',
    group: 'sign_ins',
    outcome: 'blocked',
    details: ['failures', 'wait_seconds'],
  },
  refusePasskey: {
    text: 'Refused a passkey that may have been copied',
    group: 'protection',
    outcome: 'blocked',
    details: ['passkey_id', 'name'],
  },
  endReusedSession: {
    text: 'Refresh token reuse detected – session ended',
    group: 'sign_ins',
    outcome: 'blocked',
    details: ['device'],
  },
  purgeAccount: { text: 'Permanently deleted an account', group: 'accounts', details: ['erased', 'erased_digest'] },
  purgeAuditLog: {
    text: 'Deleted old audit log entries',
    group: 'organization',
    details: ['entries', 'last_entry', 'audit_retention_days'],
  },
  acceptAuditLog: {
    text: 'Accepted the audit log as it is',
    group: 'organization',
    details: ['entries_before?', 'audit_heads?'],
  },
  restoreBackup: { text: 'Restored a backup', group: 'organization', details: ['backup_created_at', 'backup_version'] },
  advanceUpgradeRun: {
    text: 'Upgrade status changed',
    group: 'hosting',
    details: [...ofRun, 'event?', 'from?', 'to?', 'step?'],
  },
  remindOfUpgrade: {
    text: 'Reminded the owners about an upgrade',
    group: 'hosting',
    details: [...ofRun, 'reason', 'owners'],
  },
  reconcileCosts: {
    text: 'Reconciled a month’s costs',
    group: 'hosting',
    details: ['month', 'estimated_cents', 'invoiced_cents'],
  },
  createAccount: { text: 'Created an account', group: 'accounts', details: ['role', 'imported?', 'disabled?'] },
  createResetLink: { text: 'Created a password reset link', group: 'accounts', details: ['mailed'] },
  disableAccount: { text: 'Disabled an account', group: 'accounts' },
  enableAccount: { text: 'Enabled an account', group: 'accounts' },
  deleteAccount: { text: 'Scheduled an account for deletion', group: 'accounts', details: ['scheduled_deletion'] },
  setAccountEmail: {
    text: 'Changed an account’s email address',
    group: 'accounts',
    details: ['new_email', 'verified_by'],
  },
  exportAccount: { text: 'Exported an account’s data', group: 'accounts' },
  addOperator: { text: 'Added an operator of this server', group: 'accounts' },
  removeOperator: { text: 'Removed an operator of this server', group: 'accounts' },
  deleteTeam: { text: 'Deleted a team', group: 'organization', details: ['scheduled_deletion?'] },
  restoreTeam: { text: 'Restored a team', group: 'organization' },
  endSessions: { text: 'Signed people out', group: 'sign_ins', details: ['sessions'] },
  exportHashes: { text: 'Exported accounts with password hashes', group: 'organization' },
  holdMail: { text: 'Put all email on hold', group: 'email' },
  rotateKeys: { text: 'Rotated the keys', group: 'organization', details: ['key'] },
  retireKey: { text: 'Retired a key', group: 'organization', details: ['key'] },
} as const satisfies Record<string, ActionSpec>;

export type AuditAction = keyof typeof auditActions;
export const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];

const specs: Readonly<Record<AuditAction, ActionSpec>> = auditActions;

/** The actions that match all parts of a filter; undefined if it has none of them. */
export const actionsOf = (filter: {
  action?: AuditAction | undefined;
  group?: AuditGroup | undefined;
  outcome?: AuditOutcome | undefined;
}): AuditAction[] | undefined => {
  const { action, group, outcome } = filter;
  if (action === undefined && group === undefined && outcome === undefined) return undefined;
  return auditActionNames.filter(
    (name) =>
      (action === undefined || name === action) &&
      (group === undefined || specs[name].group === group) &&
      (outcome === undefined || (specs[name].outcome ?? 'done') === outcome),
  );
};

export const auditTargetKinds = [
  'tenant',
  'user',
  'invitation',
  'workspace',
  'mail',
  'provider',
  'server',
  'ip_address',
  'invoice',
] as const;
export type AuditTargetKind = (typeof auditTargetKinds)[number];

/** Actors without an account: the service itself, the operator, or an unauthenticated caller. */
export const auditActors = {
  system: { id: 'system', name: 'Castellan' },
  /** Whoever runs commands on the server. */
  operator: { id: 'operator', name: 'Operator' },
  unknown: { id: 'unknown', name: 'Somebody unknown' },
} as const;

/** Shown in place of the name of a permanently deleted account. */
export const erasedName = 'A deleted account';
