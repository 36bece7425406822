import { type AuditAction, auditActionNames } from './audit.ts';

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
export type AuditOutcome = (typeof auditOutcomes)[number];

/** The group of each action. */
export const groupOf: Record<AuditAction, AuditGroup> = {
  signup: 'accounts',
  login: 'sign_ins',
  completeLogin: 'sign_ins',
  loginWithPasskey: 'sign_ins',
  completeLoginWithPasskey: 'sign_ins',
  confirmSession: 'sign_ins',
  logout: 'sign_ins',
  verifyEmail: 'accounts',
  resendVerification: 'accounts',
  forgotPassword: 'accounts',
  resetPassword: 'accounts',
  changePassword: 'accounts',
  restoreAccount: 'accounts',
  updateMe: 'accounts',
  changeEmail: 'accounts',
  cancelEmailChange: 'accounts',
  undoChange: 'protection',
  deleteMe: 'accounts',
  inviteMember: 'team',
  resendInvitation: 'team',
  copyInvitationLink: 'team',
  createMemberLink: 'team',
  revokeInvitation: 'team',
  acceptInvitation: 'team',
  changeRole: 'team',
  removeMember: 'team',
  transferOwnership: 'team',
  revokeSession: 'sign_ins',
  revokeOtherSessions: 'sign_ins',
  revokeMemberSession: 'sign_ins',
  revokeMemberSessions: 'sign_ins',
  disableMember: 'team',
  enableMember: 'team',
  markEmailVerified: 'team',
  revokeMemberApiKey: 'protection',
  confirmSecondFactor: 'protection',
  disableSecondFactor: 'protection',
  regenerateRecoveryCodes: 'protection',
  resetMemberSecondFactor: 'protection',
  addPasskey: 'protection',
  renamePasskey: 'protection',
  removePasskey: 'protection',
  createApiKey: 'protection',
  revokeApiKey: 'protection',
  createWorkspace: 'workspaces',
  updateWorkspace: 'workspaces',
  deleteWorkspace: 'workspaces',
  setWorkspaceMember: 'workspaces',
  removeWorkspaceMember: 'workspaces',
  retryMail: 'email',
  revealMailLink: 'email',
  verifyAuditLog: 'organization',
  updateProviderSettings: 'hosting',
  testProviderConnection: 'hosting',
  resetSandbox: 'hosting',
  paySandboxInvoice: 'hosting',
  cancelSandboxOrder: 'hosting',
  syncServers: 'hosting',
  updateServer: 'hosting',
  addIpAddress: 'hosting',
  updateIpAddress: 'hosting',
  removeIpAddress: 'hosting',
  startUpgradeRun: 'hosting',
  chooseUpgradePlan: 'hosting',
  orderUpgrade: 'hosting',
  upgradeInstance: 'hosting',
  checkUpgradeRun: 'hosting',
  setUpgradeDefault: 'hosting',
  createUpgradeQueue: 'hosting',
  resumeUpgradeQueue: 'hosting',
  cancelUpgradeQueue: 'hosting',
  setUpgradeWindow: 'hosting',
  cancelUpgradeWindow: 'hosting',
  markUpgradeRunSeen: 'hosting',
  upgradeServer: 'hosting',
  confirmUpgrade: 'hosting',
  revertUpgrade: 'hosting',
  reportUpgradeFinding: 'hosting',
  cancelUpgradeRun: 'hosting',
  closeUpgradeRun: 'hosting',
  changeBillingCycle: 'hosting',
  upgradeToManaged: 'hosting',
  downgradeToUnmanaged: 'hosting',
  addInvoice: 'hosting',
  importInvoices: 'hosting',
  removeInvoice: 'hosting',
  updatePolicies: 'organization',
  updateTenant: 'organization',
  updateMailSettings: 'email',
  deleteMailSettings: 'email',
  sendTestMail: 'email',
  releaseHeldMail: 'email',
  backUpNow: 'organization',
  lockAccount: 'sign_ins',
  refusePasskey: 'protection',
  endReusedSession: 'sign_ins',
  purgeAccount: 'accounts',
  acceptAuditLog: 'organization',
  exportHashes: 'organization',
  purgeAuditLog: 'organization',
  restoreBackup: 'organization',
  advanceUpgradeRun: 'hosting',
  remindOfUpgrade: 'hosting',
  reconcileCosts: 'hosting',
  createAccount: 'accounts',
  createResetLink: 'accounts',
  disableAccount: 'accounts',
  enableAccount: 'accounts',
  deleteAccount: 'accounts',
  setAccountEmail: 'accounts',
  exportAccount: 'accounts',
  addOperator: 'accounts',
  removeOperator: 'accounts',
  deleteTeam: 'organization',
  restoreTeam: 'organization',
  endSessions: 'sign_ins',
  holdMail: 'email',
  rotateKeys: 'organization',
  retireKey: 'organization',
};

/** What the service refused or ended because it looked like an attack. */
const blocked: ReadonlySet<AuditAction> = new Set(['lockAccount', 'refusePasskey', 'endReusedSession']);

const outcomeOf = (action: AuditAction): AuditOutcome => (blocked.has(action) ? 'blocked' : 'done');

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
      (group === undefined || groupOf[name] === group) &&
      (outcome === undefined || outcomeOf(name) === outcome),
  );
};
