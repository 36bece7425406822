import { expect } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import type { AuditAction } from '#shared/texts/audit.ts';
import type { Actor } from '../support/seed-actors.ts';
import type { SeedData } from '../support/seed-data.ts';
import type { OperationId } from './permission-row.ts';

/** These create or delete a whole log: see main/services/welcome/sample.test.ts. */
export const ofSamples: Partial<Record<OperationId, string>> = {
  createSampleTenant: 'It creates a tenant, and writes its log from the first row on.',
  enterSampleTenant: 'It is a sign-in, and recorded as one.',
  removeSampleTenant: 'It deletes the log with its tenant, and no other log mentions it.',
};

/** Operations that change something without a row, with the reason. */
export const unrecorded: Partial<Record<OperationId, string>> = {
  ...ofSamples,
  refresh: 'A rotation is routine; only presenting a spent token is recorded.',
  startSecondFactor: 'A pending secret has no effect until a code confirms it.',
};

/** Operations on many members write the row of the single operation for each of them. */
const recordedAs: Partial<Record<OperationId, AuditAction>> = {
  changeRoles: 'changeRole',
  inviteMembers: 'inviteMember',
  removeMembers: 'removeMember',
};
export const actionOf = (id: OperationId): AuditAction => recordedAs[id] ?? (id as AuditAction);

/** Recorded once the mail worker has found the account: the answer must not depend on it. */
export const deferred: readonly OperationId[] = ['forgotPassword', 'resendVerification'];

/** Events that the service itself records. Each is tested next to its cause. */
export const serviceEvents: readonly AuditAction[] = [
  'lockAccount',
  'refusePasskey',
  'endReusedSession',
  'purgeAccount',
  'purgeAuditLog',
  'acceptAuditLog',
  'restoreBackup',
  'advanceUpgradeRun',
  'remindOfUpgrade',
  'reconcileCosts',
];

/** Events that commands of the operator record. Each is tested next to its command. */
export const operatorEvents: readonly AuditAction[] = [
  'createAccount',
  'createResetLink',
  'disableAccount',
  'enableAccount',
  'deleteAccount',
  'setAccountEmail',
  'exportAccount',
  'addOperator',
  'removeOperator',
  'deleteTeam',
  'restoreTeam',
  'endSessions',
  'exportHashes',
  'holdMail',
  'rotateKeys',
  'retireKey',
];

/** Rows that an operation writes in addition to its own: its steps, and changes from the provider's answer. */
export const consequences: Partial<Record<OperationId, readonly AuditAction[]>> = {
  cancelSandboxOrder: ['advanceUpgradeRun'],
  cancelUpgradeQueue: ['cancelUpgradeRun'],
  orderUpgrade: ['advanceUpgradeRun'],
  upgradeInstance: ['startUpgradeRun', 'chooseUpgradePlan', 'advanceUpgradeRun'],
  upgradeServer: ['advanceUpgradeRun'],
  confirmUpgrade: ['advanceUpgradeRun'],
  revertUpgrade: ['advanceUpgradeRun'],
  changeBillingCycle: ['advanceUpgradeRun'],
  upgradeToManaged: ['advanceUpgradeRun'],
  downgradeToUnmanaged: ['advanceUpgradeRun'],
};

/** The actor of a row if it is not the caller. */
const actors: Partial<Record<OperationId, (seed: SeedData) => string>> = {
  login: ({ own }) => own.target.id,
  completeLogin: ({ own }) => own.secured.id,
  loginWithPasskey: ({ own }) => own.target.id,
  completeLoginWithPasskey: ({ own }) => own.secured.id,
  verifyEmail: ({ own }) => own.target.id,
  resetPassword: ({ own }) => own.target.id,
  cancelEmailChange: ({ own }) => own.target.id,
  undoChange: ({ own }) => own.target.id,
  restoreAccount: ({ own }) => own.pending.id,
  resendVerification: () => 'unknown',
  forgotPassword: () => 'unknown',
};
const onSelf: readonly OperationId[] = [
  'logout',
  'confirmSession',
  'changePassword',
  'updateMe',
  'changeEmail',
  'deleteMe',
  'revokeSession',
  'revokeOtherSessions',
  'confirmSecondFactor',
  'disableSecondFactor',
  'regenerateRecoveryCodes',
  'addPasskey',
  'renamePasskey',
  'removePasskey',
  'createApiKey',
  'revokeApiKey',
  'sendTestMail',
];
const targets: Partial<Record<OperationId, (seed: SeedData, answer: Record<string, unknown>) => unknown>> = {
  completeLogin: ({ own }) => own.secured.id,
  completeLoginWithPasskey: ({ own }) => own.secured.id,
  resetMemberSecondFactor: ({ own }) => own.secured.id,
  restoreAccount: ({ own }) => own.pending.id,
  copyInvitationLink: ({ own }) => own.invitationId,
  resendInvitation: ({ own }) => own.invitationId,
  revokeInvitation: ({ own }) => own.invitationId,
  inviteMember: (_, answer) => answer.invitation_id,
  // The answer only contains addresses.
  inviteMembers: () => expect.stringMatching(/^inv_/),
  createWorkspace: (_, answer) => answer.workspace_id,
  updateWorkspace: ({ own }) => own.workspace.id,
  deleteWorkspace: ({ own }) => own.workspace.id,
  retryMail: ({ own }) => own.mails.abandoned,
  revealMailLink: ({ own }) => own.mails.queued,
  verifyAuditLog: ({ own }) => own.id,
  updatePolicies: ({ own }) => own.id,
  updateTenant: ({ own }) => own.id,
  updateMailSettings: ({ own }) => own.id,
  deleteMailSettings: ({ own }) => own.id,
  releaseHeldMail: ({ own }) => own.id,
  backUpNow: ({ own }) => own.id,
  updateProviderSettings: ({ own }) => own.id,
  testProviderConnection: ({ own }) => own.id,
  resetSandbox: ({ own }) => own.id,
  syncServers: ({ own }) => own.id,
  createUpgradeQueue: ({ own }) => own.id,
  resumeUpgradeQueue: ({ own }) => own.id,
  cancelUpgradeQueue: ({ own }) => own.id,
  importInvoices: ({ own }) => own.id,
  addIpAddress: (_, answer) => answer.ip_id,
  updateIpAddress: ({ own }) => own.hosting.ipId,
  removeIpAddress: ({ own }) => own.hosting.ipId,
  addInvoice: (_, answer) => answer.invoice_id,
  removeInvoice: ({ own }) => own.hosting.invoiceId,
};
/** Runs and servers are identified by the server. */
const ofServers = new Set(
  Object.values(contract.hosting)
    .filter(({ http }) => /\{(serviceid|run_id)\}/.test(http.path))
    .map(({ id }): string => id),
);

type Answer = Record<string, unknown>;
const joinedBy = (id: OperationId, answer: Answer): string | undefined =>
  id === 'acceptInvitation' ? (answer.user as { id: string }).id : undefined;

/** Who an operation's row names as its actor. */
export const actorOf = (id: OperationId, seed: SeedData, answer: Answer, caller: Actor): unknown =>
  id === 'signup' ? answer.user_id : (joinedBy(id, answer) ?? actors[id]?.(seed) ?? caller.id);

/** What an operation's row names as its target. */
export const targetOf = (id: OperationId, seed: SeedData, answer: Answer, caller: Actor): unknown => {
  if (id === 'signup') return answer.tenant_id;
  if (ofServers.has(id)) return answer.serviceid;
  if (onSelf.includes(id)) return caller.id;
  return joinedBy(id, answer) ?? targets[id]?.(seed, answer) ?? seed.own.target.id;
};
