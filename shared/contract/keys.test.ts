import { expect, test } from 'vitest';
import { keyScopes } from '../rules/permissions.ts';
import { operations } from './index.ts';
import { isRead, keyScopeOf, type OperationSpec, serviceScopeOf } from './operation.ts';

const all: readonly OperationSpec[] = operations.map(({ operation }) => operation);

test('API keys have only these scopes: what needs another permission refuses them', () => {
  expect(keyScopes).toEqual([
    ...['self', 'team.read', 'team.manage', 'groups.manage'],
    ...['applications.manage', 'mail.manage', 'audit.read'],
    ...['workspaces.list', 'workspaces.read', 'workspaces.settings', 'workspaces.manage'],
    ...['hosting.read', 'hosting.manage'],
  ]);
});

test('of what concerns only their user, API keys may call no more than these', () => {
  const open = all.filter((operation) => operation.allow === 'self' && keyScopeOf(operation) !== undefined);
  expect(open.map(({ id }) => id).toSorted()).toEqual(['exportMe', 'getMe', 'updateMe', 'whoAmI']);
});

test('of what changes something, API keys may call no more than these', () => {
  const open = all.filter((operation) => !isRead(operation) && keyScopeOf(operation) !== undefined);
  const byScope = Map.groupBy(open, (operation) => keyScopeOf(operation) ?? '');
  const lists = Object.fromEntries([...byScope].map(([scope, found]) => [scope, found.map(({ id }) => id).toSorted()]));
  expect(lists).toEqual({
    self: ['updateMe'],
    'team.manage': [
      ...['changeRole', 'changeRoles', 'inviteMember', 'inviteMembers', 'removeMember', 'removeMembers'],
      ...['resendInvitation', 'revokeInvitation'],
    ],
    'groups.manage': [
      ...['addGroupMembers', 'createGroup', 'deleteGroup', 'removeGroupMembers', 'removeGroupWorkspace'],
      ...['setGroupWorkspace', 'updateGroup'],
    ],
    'applications.manage': [
      ...['createApplication', 'deleteApplication', 'removeApplicationSecret', 'updateApplication'],
    ],
    'workspaces.manage': ['createWorkspace', 'deleteWorkspace'],
    'workspaces.settings': ['removeWorkspaceMember', 'setWorkspaceMember', 'updateWorkspace'],
    'mail.manage': ['retryMail'],
    'audit.read': ['verifyAuditLog'],
    'hosting.read': ['syncServers'],
    'hosting.manage': [
      ...['addInvoice', 'addIpAddress', 'cancelSandboxOrder', 'cancelUpgradeQueue', 'cancelUpgradeRun'],
      ...['cancelUpgradeWindow', 'changeBillingCycle', 'checkUpgradeRun', 'chooseUpgradePlan', 'closeUpgradeRun'],
      ...['confirmUpgrade', 'createUpgradeQueue', 'downgradeToUnmanaged', 'importInvoices', 'markUpgradeRunSeen'],
      ...[
        'orderUpgrade',
        'paySandboxInvoice',
        'planUpgradeStarts',
        'removeApproval',
        'removeInvoice',
        'removeIpAddress',
      ],
      ...['reportUpgradeFinding', 'requestApproval', 'resumeUpgradeQueue', 'revertUpgrade', 'setPower'],
      ...[
        'setUpgradeDefault',
        'setUpgradeWindow',
        'startUpgradeRun',
        'tagServers',
        'updateIpAddress',
        'updateServer',
        'upgradeInstance',
      ],
      ...['upgradeServer', 'upgradeToManaged'],
    ],
  });
});

test('API keys may never call what always asks for a confirmation, or what only operators may call', () => {
  for (const operation of all.filter(({ confirm, operator }) => confirm === 'always' || operator)) {
    expect(keyScopeOf({ ...operation, keys: 'allowed' }), operation.id).toBeUndefined();
  }
});

test('service accounts may call what API keys may, except what names a person, and read who they are', () => {
  const open = all.filter((operation) => serviceScopeOf(operation) !== undefined);
  const shut = all.filter((operation) => keyScopeOf(operation) !== undefined && !open.includes(operation));
  const other = shut.filter(({ allow }) => allow !== 'hosting.manage');
  expect(other.map(({ id }) => id).toSorted()).toEqual([
    ...['createWorkspace', 'exportMe', 'getMe', 'inviteMember', 'inviteMembers', 'resendInvitation', 'updateMe'],
  ]);
  expect(open.filter((operation) => serviceScopeOf(operation) === 'none').map(({ id }) => id)).toEqual(['whoAmI']);
});
