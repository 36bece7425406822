/**
 * Display text for the audit log: operations by id, and what the service does on its own. Each row reads "actor – this
 * text – target".
 */
export const auditActions = {
  signup: 'Created the team',
  login: 'Signed in',
  completeLogin: 'Signed in with a second factor',
  logout: 'Signed out',
  verifyEmail: 'Verified an e-mail address',
  resendVerification: 'Asked for a verification mail',
  forgotPassword: 'Asked for a password reset',
  resetPassword: 'Reset the password',
  changePassword: 'Changed the password',
  restoreAccount: 'Restored the account',
  updateMe: 'Changed the profile',
  changeEmail: 'Asked for a change of e-mail address',
  cancelEmailChange: 'Took back a change of e-mail address',
  deleteMe: 'Scheduled the account for deletion',
  inviteMember: 'Invited',
  resendInvitation: 'Sent an invitation again',
  copyInvitationLink: 'Made an invitation link to hand over',
  revokeInvitation: 'Revoked an invitation',
  acceptInvitation: 'Joined the team',
  changeRole: 'Changed a role',
  removeMember: 'Removed a member',
  transferOwnership: 'Transferred the ownership',
  revokeSession: 'Ended an own session',
  revokeOtherSessions: 'Ended all other own sessions',
  revokeMemberSession: 'Ended the session of a member',
  confirmSecondFactor: 'Set up the second factor',
  disableSecondFactor: 'Disabled the second factor',
  regenerateRecoveryCodes: 'Made new recovery codes',
  resetMemberSecondFactor: 'Reset the second factor of a member',
  createApiKey: 'Created an API key',
  revokeApiKey: 'Revoked an API key',
  createWorkspace: 'Created a workspace',
  updateWorkspace: 'Changed a workspace',
  deleteWorkspace: 'Deleted a workspace',
  setWorkspaceMember: 'Set a workspace role',
  removeWorkspaceMember: 'Took a member out of a workspace',
  retryMail: 'Sent a mail again',
  revealMailLink: 'Revealed the link of a mail',
  verifyAuditLog: 'Verified the audit log',
  updateProviderSettings: 'Changed the connection to the provider',
  testProviderConnection: 'Tested the connection to the provider',
  resetSandbox: 'Reset the sandbox of the provider',
  paySandboxInvoice: 'Paid an invoice in the sandbox',
  cancelSandboxOrder: 'Took back an order in the sandbox',
  syncServers: 'Read the servers from the provider',
  updateServer: 'Changed what is noted about a server',
  addIpAddress: 'Added an IP address',
  updateIpAddress: 'Changed an IP address',
  removeIpAddress: 'Removed an IP address',
  startUpgradeRun: 'Started an upgrade',
  chooseUpgradePlan: 'Chose the plan of an upgrade',
  orderUpgrade: 'Ordered an upgrade',
  upgradeInstance: 'Ordered an upgrade in one step',
  checkUpgradeRun: 'Checked an upgrade with the provider',
  setUpgradeDefault: 'Chose how an upgrade ends by itself',
  markUpgradeRunSeen: 'Took note of an upgrade',
  upgradeServer: 'Applied an upgrade',
  confirmUpgrade: 'Confirmed an upgrade',
  revertUpgrade: 'Reverted an upgrade',
  reportUpgradeFinding: 'Reported the status of an upgrade',
  cancelUpgradeRun: 'Cancelled an upgrade',
  closeUpgradeRun: 'Closed an upgrade without its end',
  changeBillingCycle: 'Changed the billing cycle of a server',
  upgradeToManaged: 'Made a server managed',
  downgradeToUnmanaged: 'Made a server unmanaged',
  addInvoice: 'Entered an invoice',
  importInvoices: 'Imported invoices',
  removeInvoice: 'Removed an invoice',
  updateMailSettings: 'Set the mail server',
  deleteMailSettings: 'Took the mail server away',
  sendTestMail: 'Sent a test mail',
  releaseHeldMail: 'Released held email',
  backUpNow: 'Started a backup',
  lockAccount: 'Failed to sign in: the account waits',
  endReusedSession: 'Presented a spent token: the session ended',
  purgeAccount: 'Deleted an account for good',
  acceptAuditLog: 'Accepted the audit log as it is',
  restoreBackup: 'Restored a backup',
  advanceUpgradeRun: 'The provider moved an upgrade on',
  reconcileCosts: 'Reconciled the costs of a month',
  createAccount: 'Created an account',
  createResetLink: 'Created a password reset link',
  disableAccount: 'Disabled an account',
  enableAccount: 'Enabled an account',
  deleteAccount: 'Scheduled an account for deletion',
  deleteTeam: 'Deleted a team',
  endSessions: 'Signed people out',
  holdMail: 'Put all email on hold',
} as const;

export type AuditAction = keyof typeof auditActions;
export const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];

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

/** Extra details of a row. Plain values, never a secret. */
export type AuditDetails = Record<string, string | number | boolean | null>;
