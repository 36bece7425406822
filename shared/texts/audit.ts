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
}

/** Every action that the audit log records: operations by id, and what the service or its operator does. */
export const auditActions = {
  signup: { text: 'Created the team', group: 'accounts' },
  login: { text: 'Signed in', group: 'sign_ins' },
  completeLogin: { text: 'Signed in with two-factor authentication', group: 'sign_ins' },
  loginWithPasskey: { text: 'Signed in with a passkey', group: 'sign_ins' },
  completeLoginWithPasskey: { text: 'Signed in with password and passkey', group: 'sign_ins' },
  logout: { text: 'Signed out', group: 'sign_ins' },
  verifyEmail: { text: 'Verified an email address', group: 'accounts' },
  resendVerification: { text: 'Requested a verification email', group: 'accounts' },
  forgotPassword: { text: 'Requested a password reset', group: 'accounts' },
  resetPassword: { text: 'Reset the password', group: 'accounts' },
  confirmSession: { text: 'Confirmed who they are', group: 'sign_ins' },
  changePassword: { text: 'Changed the password', group: 'accounts' },
  restoreAccount: { text: 'Restored the account', group: 'accounts' },
  updateMe: { text: 'Changed the profile', group: 'accounts' },
  changeEmail: { text: 'Requested an email change', group: 'accounts' },
  cancelEmailChange: { text: 'Canceled an email change', group: 'accounts' },
  undoChange: { text: 'Undid a change with the link from an email', group: 'protection' },
  deleteMe: { text: 'Scheduled the account for deletion', group: 'accounts' },
  inviteMember: { text: 'Invited a member', group: 'team' },
  resendInvitation: { text: 'Resent an invitation', group: 'team' },
  copyInvitationLink: { text: 'Created an invitation link', group: 'team' },
  createMemberLink: { text: 'Created a link for a member', group: 'team' },
  revokeInvitation: { text: 'Revoked an invitation', group: 'team' },
  acceptInvitation: { text: 'Joined the team', group: 'team' },
  changeRole: { text: 'Changed a role', group: 'team' },
  removeMember: { text: 'Removed a member', group: 'team' },
  transferOwnership: { text: 'Transferred ownership', group: 'team' },
  revokeSession: { text: 'Ended own session', group: 'sign_ins' },
  revokeOtherSessions: { text: 'Ended all other own sessions', group: 'sign_ins' },
  revokeMemberSession: { text: 'Revoked a member’s session', group: 'sign_ins' },
  revokeMemberSessions: { text: 'Signed a member out everywhere', group: 'sign_ins' },
  disableMember: { text: 'Disabled a member', group: 'team' },
  enableMember: { text: 'Enabled a member', group: 'team' },
  markEmailVerified: { text: 'Marked an email address as verified', group: 'team' },
  revokeMemberApiKey: { text: 'Revoked a member’s API key', group: 'protection' },
  confirmSecondFactor: { text: 'Turned on two-factor authentication', group: 'protection' },
  disableSecondFactor: { text: 'Turned off two-factor authentication', group: 'protection' },
  regenerateRecoveryCodes: { text: 'Created new recovery codes', group: 'protection' },
  resetMemberSecondFactor: { text: 'Reset a member’s two-factor authentication', group: 'protection' },
  addPasskey: { text: 'Added a passkey', group: 'protection' },
  renamePasskey: { text: 'Renamed a passkey', group: 'protection' },
  removePasskey: { text: 'Removed a passkey', group: 'protection' },
  createApiKey: { text: 'Created an API key', group: 'protection' },
  revokeApiKey: { text: 'Revoked an API key', group: 'protection' },
  createWorkspace: { text: 'Created a workspace', group: 'workspaces' },
  updateWorkspace: { text: 'Changed a workspace', group: 'workspaces' },
  deleteWorkspace: { text: 'Deleted a workspace', group: 'workspaces' },
  setWorkspaceMember: { text: 'Set a workspace role', group: 'workspaces' },
  removeWorkspaceMember: { text: 'Removed a member from a workspace', group: 'workspaces' },
  retryMail: { text: 'Resent an email', group: 'email' },
  revealMailLink: { text: 'Revealed the link in an email', group: 'email' },
  verifyAuditLog: { text: 'Verified the audit log', group: 'organization' },
  updateProviderSettings: { text: 'Changed the provider connection', group: 'hosting' },
  testProviderConnection: { text: 'Tested the provider connection', group: 'hosting' },
  resetSandbox: { text: 'Reset the sandbox', group: 'hosting' },
  paySandboxInvoice: { text: 'Paid a sandbox invoice', group: 'hosting' },
  cancelSandboxOrder: { text: 'Canceled a sandbox order', group: 'hosting' },
  syncServers: { text: 'Refreshed the servers', group: 'hosting' },
  updateServer: { text: 'Edited a server’s details', group: 'hosting' },
  addIpAddress: { text: 'Added an IP address', group: 'hosting' },
  updateIpAddress: { text: 'Changed an IP address', group: 'hosting' },
  removeIpAddress: { text: 'Removed an IP address', group: 'hosting' },
  startUpgradeRun: { text: 'Started an upgrade', group: 'hosting' },
  chooseUpgradePlan: { text: 'Chose an upgrade plan', group: 'hosting' },
  orderUpgrade: { text: 'Ordered an upgrade', group: 'hosting' },
  upgradeInstance: { text: 'Ordered an upgrade in one step', group: 'hosting' },
  checkUpgradeRun: { text: 'Checked an upgrade with the provider', group: 'hosting' },
  setUpgradeDefault: { text: 'Set the default decision of an upgrade', group: 'hosting' },
  createUpgradeQueue: { text: 'Ordered upgrades for several servers', group: 'hosting' },
  resumeUpgradeQueue: { text: 'Resumed upgrade orders for several servers', group: 'hosting' },
  cancelUpgradeQueue: { text: 'Canceled upgrade orders for several servers', group: 'hosting' },
  setUpgradeWindow: { text: 'Planned the start of an upgrade', group: 'hosting' },
  cancelUpgradeWindow: { text: 'Canceled the planned start of an upgrade', group: 'hosting' },
  markUpgradeRunSeen: { text: 'Dismissed an upgrade', group: 'hosting' },
  upgradeServer: { text: 'Applied an upgrade', group: 'hosting' },
  confirmUpgrade: { text: 'Confirmed an upgrade', group: 'hosting' },
  revertUpgrade: { text: 'Reverted an upgrade', group: 'hosting' },
  reportUpgradeFinding: { text: 'Reported the status of an upgrade', group: 'hosting' },
  cancelUpgradeRun: { text: 'Canceled an upgrade', group: 'hosting' },
  closeUpgradeRun: { text: 'Stopped tracking an upgrade', group: 'hosting' },
  changeBillingCycle: { text: 'Changed a server’s billing cycle', group: 'hosting' },
  upgradeToManaged: { text: 'Switched a server to managed', group: 'hosting' },
  downgradeToUnmanaged: { text: 'Switched a server to unmanaged', group: 'hosting' },
  addInvoice: { text: 'Added an invoice', group: 'hosting' },
  importInvoices: { text: 'Imported invoices', group: 'hosting' },
  removeInvoice: { text: 'Removed an invoice', group: 'hosting' },
  updatePolicies: { text: 'Changed the policies', group: 'organization' },
  updateTenant: { text: 'Changed name or logo', group: 'organization' },
  updateMailSettings: { text: 'Set up the mail server', group: 'email' },
  deleteMailSettings: { text: 'Removed the mail server', group: 'email' },
  sendTestMail: { text: 'Sent a test email', group: 'email' },
  releaseHeldMail: { text: 'Released held email', group: 'email' },
  backUpNow: { text: 'Started a backup', group: 'organization' },
  lockAccount: { text: 'Sign-in blocked after repeated failures', group: 'sign_ins', outcome: 'blocked' },
  refusePasskey: { text: 'Refused a passkey that may have been copied', group: 'protection', outcome: 'blocked' },
  endReusedSession: { text: 'Refresh token reuse detected – session ended', group: 'sign_ins', outcome: 'blocked' },
  purgeAccount: { text: 'Permanently deleted an account', group: 'accounts' },
  purgeAuditLog: { text: 'Deleted old audit log entries', group: 'organization' },
  acceptAuditLog: { text: 'Accepted the audit log as it is', group: 'organization' },
  restoreBackup: { text: 'Restored a backup', group: 'organization' },
  advanceUpgradeRun: { text: 'Upgrade status changed', group: 'hosting' },
  remindOfUpgrade: { text: 'Reminded the owners about an upgrade', group: 'hosting' },
  reconcileCosts: { text: 'Reconciled a month’s costs', group: 'hosting' },
  createAccount: { text: 'Created an account', group: 'accounts' },
  createResetLink: { text: 'Created a password reset link', group: 'accounts' },
  disableAccount: { text: 'Disabled an account', group: 'accounts' },
  enableAccount: { text: 'Enabled an account', group: 'accounts' },
  deleteAccount: { text: 'Scheduled an account for deletion', group: 'accounts' },
  setAccountEmail: { text: 'Changed an account’s email address', group: 'accounts' },
  exportAccount: { text: 'Exported an account’s data', group: 'accounts' },
  addOperator: { text: 'Added an operator of this server', group: 'accounts' },
  removeOperator: { text: 'Removed an operator of this server', group: 'accounts' },
  deleteTeam: { text: 'Deleted a team', group: 'organization' },
  restoreTeam: { text: 'Restored a team', group: 'organization' },
  endSessions: { text: 'Signed people out', group: 'sign_ins' },
  exportHashes: { text: 'Exported accounts with password hashes', group: 'organization' },
  holdMail: { text: 'Put all email on hold', group: 'email' },
  rotateKeys: { text: 'Rotated the keys', group: 'organization' },
  retireKey: { text: 'Retired a key', group: 'organization' },
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
