import { listAuditEvents } from './audit/list-audit-events.ts';
import { verifyAuditLog } from './audit/verify-audit-log.ts';
import { changePassword } from './auth/change-password.ts';
import { completeLogin } from './auth/complete-login.ts';
import { forgotPassword } from './auth/forgot-password.ts';
import { login } from './auth/login.ts';
import { logout } from './auth/logout.ts';
import { refresh } from './auth/refresh.ts';
import { resendVerification } from './auth/resend-verification.ts';
import { resetPassword } from './auth/reset-password.ts';
import { restoreAccount } from './auth/restore-account.ts';
import { signup } from './auth/signup.ts';
import { verifyEmail } from './auth/verify-email.ts';
import { addInvoice } from './hosting/add-invoice.ts';
import { addIpAddress } from './hosting/add-ip-address.ts';
import { cancelSandboxOrder } from './hosting/cancel-sandbox-order.ts';
import { cancelUpgradeRun } from './hosting/cancel-upgrade-run.ts';
import { changeBillingCycle } from './hosting/change-billing-cycle.ts';
import { checkUpgradeOrder } from './hosting/check-upgrade-order.ts';
import { checkUpgradeReboot } from './hosting/check-upgrade-reboot.ts';
import { checkUpgradeRun } from './hosting/check-upgrade-run.ts';
import { chooseUpgradePlan } from './hosting/choose-upgrade-plan.ts';
import { closeUpgradeRun } from './hosting/close-upgrade-run.ts';
import { confirmUpgrade } from './hosting/confirm-upgrade.ts';
import { downgradeToUnmanaged } from './hosting/downgrade-to-unmanaged.ts';
import { getBillingcyclePrices } from './hosting/get-billingcycle-prices.ts';
import { getCostHistory } from './hosting/get-cost-history.ts';
import { getPriceList } from './hosting/get-price-list.ts';
import { getProviderSettings } from './hosting/get-provider-settings.ts';
import { getReconciliation } from './hosting/get-reconciliation.ts';
import { getServer } from './hosting/get-server.ts';
import { getUpgradeRun } from './hosting/get-upgrade-run.ts';
import { importInvoices } from './hosting/import-invoices.ts';
import { listInvoices } from './hosting/list-invoices.ts';
import { listIpAddresses } from './hosting/list-ip-addresses.ts';
import { listServers } from './hosting/list-servers.ts';
import { listUpgradeRuns } from './hosting/list-upgrade-runs.ts';
import { markUpgradeRunSeen } from './hosting/mark-upgrade-run-seen.ts';
import { orderUpgrade } from './hosting/order-upgrade.ts';
import { paySandboxInvoice } from './hosting/pay-sandbox-invoice.ts';
import { removeInvoice } from './hosting/remove-invoice.ts';
import { removeIpAddress } from './hosting/remove-ip-address.ts';
import { resetSandbox } from './hosting/reset-sandbox.ts';
import { revertUpgrade } from './hosting/revert-upgrade.ts';
import { setUpgradeDefault } from './hosting/set-upgrade-default.ts';
import { startUpgradeRun } from './hosting/start-upgrade-run.ts';
import { syncServers } from './hosting/sync-servers.ts';
import { testProviderConnection } from './hosting/test-provider-connection.ts';
import { updateIpAddress } from './hosting/update-ip-address.ts';
import { updateProviderSettings } from './hosting/update-provider-settings.ts';
import { updateServer } from './hosting/update-server.ts';
import { upgradeInstance } from './hosting/upgrade-instance.ts';
import { upgradeServer } from './hosting/upgrade-server.ts';
import { upgradeToManaged } from './hosting/upgrade-to-managed.ts';
import { getMail } from './mail/get-mail.ts';
import { listMails } from './mail/list-mails.ts';
import { retryMail } from './mail/retry-mail.ts';
import { revealMailLink } from './mail/reveal-mail-link.ts';
import type { OperationSpec } from './operation.ts';
import { cancelEmailChange } from './profile/cancel-email-change.ts';
import { changeEmail } from './profile/change-email.ts';
import { deleteMe } from './profile/delete-me.ts';
import { exportMe } from './profile/export-me.ts';
import { getMe } from './profile/get-me.ts';
import { updateMe } from './profile/update-me.ts';
import { confirmSecondFactor } from './security/confirm-second-factor.ts';
import { createApiKey } from './security/create-api-key.ts';
import { disableSecondFactor } from './security/disable-second-factor.ts';
import { getMemberSecondFactor } from './security/get-member-second-factor.ts';
import { getSecondFactor } from './security/get-second-factor.ts';
import { listApiKeys } from './security/list-api-keys.ts';
import { regenerateRecoveryCodes } from './security/regenerate-recovery-codes.ts';
import { resetMemberSecondFactor } from './security/reset-member-second-factor.ts';
import { revokeApiKey } from './security/revoke-api-key.ts';
import { startSecondFactor } from './security/start-second-factor.ts';
import { countSessions } from './sessions/count-sessions.ts';
import { getSession } from './sessions/get-session.ts';
import { listMemberSessions } from './sessions/list-member-sessions.ts';
import { listSessionHistory } from './sessions/list-session-history.ts';
import { listSessions } from './sessions/list-sessions.ts';
import { revokeMemberSession } from './sessions/revoke-member-session.ts';
import { revokeOtherSessions } from './sessions/revoke-other-sessions.ts';
import { revokeSession } from './sessions/revoke-session.ts';
import { deleteMailSettings } from './settings/delete-mail-settings.ts';
import { getMailSettings } from './settings/get-mail-settings.ts';
import { getServiceInfo } from './settings/get-service-info.ts';
import { sendTestMail } from './settings/send-test-mail.ts';
import { updateMailSettings } from './settings/update-mail-settings.ts';
import { acceptInvitation } from './team/accept-invitation.ts';
import { changeRole } from './team/change-role.ts';
import { changeRoles } from './team/change-roles.ts';
import { copyInvitationLink } from './team/copy-invitation-link.ts';
import { getMember } from './team/get-member.ts';
import { getTenant } from './team/get-tenant.ts';
import { inviteMember } from './team/invite-member.ts';
import { inviteMembers } from './team/invite-members.ts';
import { listInvitations } from './team/list-invitations.ts';
import { listMemberWorkspaces } from './team/list-member-workspaces.ts';
import { listMembers } from './team/list-members.ts';
import { lookupInvitation } from './team/lookup-invitation.ts';
import { previewRemoval } from './team/preview-removal.ts';
import { removeMember } from './team/remove-member.ts';
import { removeMembers } from './team/remove-members.ts';
import { resendInvitation } from './team/resend-invitation.ts';
import { revokeInvitation } from './team/revoke-invitation.ts';
import { transferOwnership } from './team/transfer-ownership.ts';
import { createSampleTenant } from './welcome/create-sample-tenant.ts';
import { getWelcome } from './welcome/get-welcome.ts';
import { removeSampleTenant } from './welcome/remove-sample-tenant.ts';
import { createWorkspace } from './workspaces/create-workspace.ts';
import { deleteWorkspace } from './workspaces/delete-workspace.ts';
import { getWorkspace } from './workspaces/get-workspace.ts';
import { listWorkspaceMembers } from './workspaces/list-workspace-members.ts';
import { listWorkspaces } from './workspaces/list-workspaces.ts';
import { removeWorkspaceMember } from './workspaces/remove-workspace-member.ts';
import { setWorkspaceMember } from './workspaces/set-workspace-member.ts';
import { updateWorkspace } from './workspaces/update-workspace.ts';

/** Every operation, by feature. Transports, docs, the permission matrix and the fuzz tests iterate over it. */
export const contract = {
  auth: {
    signup,
    login,
    completeLogin,
    logout,
    refresh,
    verifyEmail,
    resendVerification,
    forgotPassword,
    resetPassword,
    changePassword,
    restoreAccount,
  },
  profile: { cancelEmailChange, changeEmail, deleteMe, exportMe, getMe, updateMe },
  team: {
    acceptInvitation,
    changeRole,
    changeRoles,
    copyInvitationLink,
    getMember,
    getTenant,
    inviteMember,
    inviteMembers,
    listInvitations,
    listMemberWorkspaces,
    listMembers,
    lookupInvitation,
    previewRemoval,
    removeMember,
    removeMembers,
    resendInvitation,
    revokeInvitation,
    transferOwnership,
  },
  security: {
    confirmSecondFactor,
    createApiKey,
    disableSecondFactor,
    getMemberSecondFactor,
    getSecondFactor,
    listApiKeys,
    regenerateRecoveryCodes,
    resetMemberSecondFactor,
    revokeApiKey,
    startSecondFactor,
  },
  sessions: {
    countSessions,
    getSession,
    listMemberSessions,
    listSessionHistory,
    listSessions,
    revokeMemberSession,
    revokeOtherSessions,
    revokeSession,
  },
  workspaces: {
    createWorkspace,
    deleteWorkspace,
    getWorkspace,
    listWorkspaceMembers,
    listWorkspaces,
    removeWorkspaceMember,
    setWorkspaceMember,
    updateWorkspace,
  },
  mail: { getMail, listMails, retryMail, revealMailLink },
  audit: { listAuditEvents, verifyAuditLog },
  hosting: {
    addInvoice,
    addIpAddress,
    cancelSandboxOrder,
    cancelUpgradeRun,
    changeBillingCycle,
    checkUpgradeOrder,
    checkUpgradeReboot,
    checkUpgradeRun,
    chooseUpgradePlan,
    closeUpgradeRun,
    confirmUpgrade,
    downgradeToUnmanaged,
    getBillingcyclePrices,
    getCostHistory,
    getPriceList,
    getProviderSettings,
    getReconciliation,
    getServer,
    getUpgradeRun,
    importInvoices,
    listInvoices,
    listIpAddresses,
    listServers,
    listUpgradeRuns,
    markUpgradeRunSeen,
    orderUpgrade,
    paySandboxInvoice,
    removeInvoice,
    removeIpAddress,
    resetSandbox,
    revertUpgrade,
    setUpgradeDefault,
    startUpgradeRun,
    syncServers,
    testProviderConnection,
    updateIpAddress,
    updateProviderSettings,
    updateServer,
    upgradeInstance,
    upgradeServer,
    upgradeToManaged,
  },
  settings: { deleteMailSettings, getMailSettings, getServiceInfo, sendTestMail, updateMailSettings },
  welcome: { createSampleTenant, getWelcome, removeSampleTenant },
} as const satisfies Record<string, Record<string, OperationSpec>>;

export type Contract = typeof contract;
export type Feature = keyof Contract;

/** Every operation with its feature, in the order of the table of contents. */
export const operations: readonly { feature: Feature; name: string; operation: OperationSpec }[] = (
  Object.keys(contract) as Feature[]
).flatMap((feature) =>
  Object.entries(contract[feature]).map(([name, operation]) => ({
    feature,
    name,
    operation: operation as OperationSpec,
  })),
);
