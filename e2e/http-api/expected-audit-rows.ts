import { contract } from '#shared/contract/index.ts';
import type { AuditAction } from '#shared/texts/audit.ts';
import type { Actor } from '../support/seed-actors.ts';
import type { SeedData } from '../support/seed-data.ts';
import type { Answered, OperationId } from './permission-row.ts';
import { rows } from './permission-rows.ts';

/** These create or delete a whole log: see main/services/welcome/sample.test.ts. */
export const ofSamples: Partial<Record<OperationId, string>> = {
  createSampleTenant: 'It creates a tenant, and writes its log from the first row on.',
  enterSampleTenant: 'It is a sign-in, and recorded as one.',
  removeSampleTenant: 'It deletes the log with its tenant, and no other log mentions it.',
};

/** Operations that change something without a row, with the reason. */
export const unrecorded: Partial<Record<OperationId, string>> = {
  ...ofSamples,
  requestSignInLink:
    'The request reveals nothing; the row is written with the email, where the organization allows it.',
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

/** Operations that may be sent again without harm, and are recorded each time all the same, with the reason. */
export const recordedEachTime: Partial<Record<OperationId, string>> = {
  confirmSession: 'It proves again who is calling, and from when on.',
  testEventDestination: 'It sends something to another server.',
  testProviderConnection: 'It sends the stored key, and may name another address to send it to.',
};

/** Recorded once the mail worker has found the account: the answer must not depend on it. */
export const deferred: readonly OperationId[] = ['forgotPassword', 'resendVerification'];

/** Events that the service itself records. Each is tested next to its cause. */
export const serviceEvents: readonly AuditAction[] = [
  'disableEventDestination',
  'refuseServiceAddress',
  'requestSignInLink',
  'lockAccount',
  'refusePasskey',
  'endReusedSession',
  'allowApplication',
  'refuseApplication',
  'openProtectedHost',
  'returnAccess',
  'endReusedAccess',
  'purgeAccount',
  'purgeAuditLog',
  'acceptAuditLog',
  'restoreBackup',
  'advanceUpgradeRun',
  'remindOfUpgrade',
  'alertOfBudget',
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
  checkUpgradeRun: ['advanceUpgradeRun'],
  cancelUpgradeQueue: ['cancelUpgradeRun'],
  planUpgradeStarts: ['setUpgradeWindow'],
  orderUpgrade: ['advanceUpgradeRun'],
  upgradeInstance: ['startUpgradeRun', 'chooseUpgradePlan', 'advanceUpgradeRun'],
  upgradeServer: ['advanceUpgradeRun'],
  confirmUpgrade: ['advanceUpgradeRun'],
  revertUpgrade: ['advanceUpgradeRun'],
  changeBillingCycle: ['advanceUpgradeRun'],
  setPower: ['advanceUpgradeRun'],
  upgradeToManaged: ['advanceUpgradeRun'],
  downgradeToUnmanaged: ['advanceUpgradeRun'],
};

/** Runs and servers are identified by the server. */
const ofServers = new Set(
  Object.values(contract.hosting)
    .filter(({ http }) => /\{(serviceid|run_id)\}/.test(http.path))
    .map(({ id }): string => id),
);

/** Who an operation's row names as its actor. */
export const actorOf = (id: OperationId, seed: SeedData, answer: Answered, caller: Actor): unknown => {
  const { actor } = rows[id];
  return actor ? actor(seed, answer) : caller.id;
};

/** What an operation's row names as its target. */
export const targetOf = (id: OperationId, seed: SeedData, answer: Answered, caller: Actor): unknown => {
  const { requires, target } = rows[id];
  if (target) return target(seed, answer, caller);
  if (ofServers.has(id)) return answer.serviceid;
  return requires === 'self' ? caller.id : seed.own.target.id;
};
