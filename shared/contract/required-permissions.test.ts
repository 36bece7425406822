import { expect, it } from 'vitest';
import { operations } from './index.ts';
import type { OperationSpec } from './operation.ts';

/**
 * What each operation requires. The permission matrix (e2e/http-api/permission-matrix.test.ts) reads permissions from the
 * contract: this table notices one that changes there.
 */
const operationsByPermission: Record<NonNullable<OperationSpec['allow']> | 'no credentials' | 'operator', string> = {
  'audit.read': 'listAuditEvents verifyAuditLog',
  'backups.manage': 'backUpNow getBackupStatus',
  'hosting.manage': `
    addInvoice addIpAddress cancelSandboxOrder cancelUpgradeQueue cancelUpgradeRun cancelUpgradeWindow
    changeBillingCycle checkUpgradeRun chooseUpgradePlan closeUpgradeRun confirmUpgrade
    createUpgradeQueue downgradeToUnmanaged importInvoices markUpgradeRunSeen orderUpgrade
    paySandboxInvoice removeInvoice removeIpAddress reportUpgradeFinding resumeUpgradeQueue
    revertUpgrade setUpgradeDefault setUpgradeWindow startUpgradeRun updateIpAddress updateServer
    upgradeInstance upgradeServer upgradeToManaged`,
  'hosting.read': `
    checkUpgradeOrder checkUpgradeReboot getBillingcyclePrices getCostHistory getPriceList
    getReconciliation getServer getUpgradeRun listInvoices listIpAddresses listServers listUpgradeQueues
    listUpgradeRuns syncServers`,
  'hosting.settings': 'getProviderSettings resetSandbox testProviderConnection updateProviderSettings',
  'mail.manage': 'getMail getMailActivity getMailSettings listMails retryMail revealMailLink',
  'mail.settings': 'deleteMailSettings releaseHeldMail sendTestMail updateMailSettings',
  'no credentials': `
    acceptInvitation cancelEmailChange completeLogin completeLoginWithPasskey createSampleTenant
    enterSampleTenant forgotPassword getWelcome login loginWithPasskey lookupInvitation lookupUndo
    refresh resendVerification resetPassword restoreAccount signup startPasskeyLogin
    startPasskeySecondFactor undoChange verifyEmail`,
  operator: 'getInstallation listOrganizations',
  'ownership.transfer': 'transferOwnership',
  'policies.manage': 'updatePolicies updateTenant',
  'sample.remove': 'removeSampleTenant',
  'second_factor.reset': 'getMemberSecondFactor resetMemberSecondFactor',
  self: `
    addPasskey changeEmail changePassword confirmSecondFactor confirmSession createApiKey deleteMe
    disableSecondFactor exportMe getMe getOperatorAccess getSecondFactor getSession
    listApiKeys listPasskeys listSessionHistory listSessions logout
    regenerateRecoveryCodes removePasskey renamePasskey revokeApiKey revokeOtherSessions revokeSession
    startPasskeyConfirmation startPasskeyRegistration startSecondFactor updateMe`,
  'sessions.manage': `
    countSessions getSecurityOverview listMemberApiKeys listMemberSessions listMembersAtRisk
    listTeamSessions revokeMemberApiKey revokeMemberSession revokeMemberSessions`,
  'settings.read': 'getServiceInfo',
  'team.manage': `
    changeRole changeRoles copyInvitationLink createMemberLink disableMember enableMember inviteMember
    inviteMembers listInvitations markEmailVerified previewRemoval removeMember removeMembers
    resendInvitation revokeInvitation`,
  'team.read': 'getMember getPolicies getTenant listMembers',
  'workspaces.list': 'listMemberWorkspaces listWorkspaces',
  'workspaces.manage': 'createWorkspace deleteWorkspace',
  'workspaces.read': 'getWorkspace listWorkspaceHealth listWorkspaceMembers',
  'workspaces.settings': 'removeWorkspaceMember setWorkspaceMember updateWorkspace',
};

const all: readonly OperationSpec[] = operations.map(({ operation }) => operation);

it.each(Object.entries(operationsByPermission))('%s is what these operations require', (permission, ids) => {
  const requiring = all.filter(
    ({ operator, allow }) => (operator ? 'operator' : (allow ?? 'no credentials')) === permission,
  );
  expect(requiring.map(({ id }) => id).sort()).toEqual(ids.trim().split(/\s+/));
});
