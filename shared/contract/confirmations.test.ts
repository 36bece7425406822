import { describe, expect, it } from 'vitest';
import { operations } from './index.ts';
import { isRead, keyScopeOf, type OperationSpec } from './operation.ts';

const all: readonly OperationSpec[] = operations.map(({ operation }) => operation);
const idsOf = (confirm: OperationSpec['confirm'], among = all) =>
  among.filter((operation) => operation.confirm === confirm).map(({ id }) => id);

/**
 * Changes that ask for no confirmation, because none of them lets anyone in, shuts an owner out or weakens an account: a
 * new one is listed here, or states `confirm`.
 */
const routine = [
  // The confirmation itself, and what only takes away: one's own key or sessions, and a name.
  ...['confirmSession', 'updateMe', 'renamePasskey', 'revokeApiKey', 'revokeOtherSessions', 'revokeSession'],
  // What everyone in the organization sees.
  ...['updateTenant', 'removeSampleTenant', 'verifyAuditLog', 'backUpNow'],
  ...['createWorkspace', 'deleteWorkspace', 'updateWorkspace', 'setWorkspaceMember', 'removeWorkspaceMember'],
  // Email to recipients who were chosen before.
  ...['retryMail', 'sendTestMail'],
  // Hosting has confirmations of its own: each order names the total that it agrees to.
  ...['addInvoice', 'importInvoices', 'removeInvoice', 'addIpAddress', 'updateIpAddress', 'removeIpAddress'],
  ...['syncServers', 'updateServer', 'testProviderConnection', 'resetSandbox', 'paySandboxInvoice'],
  ...['cancelSandboxOrder', 'startUpgradeRun', 'chooseUpgradePlan', 'orderUpgrade', 'checkUpgradeRun'],
  ...['setUpgradeDefault', 'setUpgradeWindow', 'cancelUpgradeWindow', 'markUpgradeRunSeen', 'reportUpgradeFinding'],
  ...['cancelUpgradeRun', 'closeUpgradeRun', 'upgradeInstance', 'upgradeServer', 'confirmUpgrade', 'revertUpgrade'],
  ...['createUpgradeQueue', 'resumeUpgradeQueue', 'cancelUpgradeQueue', 'changeBillingCycle'],
  ...['upgradeToManaged', 'downgradeToUnmanaged'],
];

describe('operations that ask for a recent confirmation', () => {
  it('are these', () => {
    expect({ always: idsOf('always').sort(), ownership: idsOf('ownership').sort() }).toEqual({
      always: [
        'addPasskey',
        'changeEmail',
        'changePassword',
        'confirmSecondFactor',
        'copyInvitationLink',
        'createApiKey',
        'createMemberLink',
        'deleteMailSettings',
        'deleteMe',
        'disableSecondFactor',
        'markEmailVerified',
        'regenerateRecoveryCodes',
        'releaseHeldMail',
        'removePasskey',
        'resetMemberSecondFactor',
        'revealMailLink',
        'startPasskeyRegistration',
        'startSecondFactor',
        'transferOwnership',
        'updateMailSettings',
        'updatePolicies',
        'updateProviderSettings',
      ],
      ownership: [
        'changeRole',
        'changeRoles',
        'disableMember',
        'enableMember',
        'inviteMember',
        'inviteMembers',
        'removeMember',
        'removeMembers',
        'resendInvitation',
        'revokeInvitation',
        'revokeMemberApiKey',
        'revokeMemberSession',
        'revokeMemberSessions',
      ],
    });
  });

  it('are all changes of signed-in people, except those that are routine', () => {
    const changes = all.filter((operation) => operation.auth === 'bearer' && !isRead(operation));
    expect(idsOf(undefined, changes).sort()).toEqual([...routine].sort());
  });

  it('are never open to API keys if they always ask', () => {
    for (const operation of all.filter(({ confirm }) => confirm === 'always')) {
      expect(keyScopeOf({ ...operation, keys: 'allowed' }), operation.id).toBeUndefined();
    }
  });
});
