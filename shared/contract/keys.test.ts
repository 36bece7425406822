import { expect, test } from 'vitest';
import { keyScopes } from '../rules/permissions.ts';
import { operations } from './index.ts';
import { keyScopeOf } from './operation.ts';

/**
 * What API keys are refused although they can have the scope, or although it only concerns their user: a new operation is
 * listed here, or states that keys may call it.
 */
const shut = [
  'addPasskey',
  'changeEmail',
  'changePassword',
  'confirmSecondFactor',
  'confirmSession',
  'copyInvitationLink',
  'createApiKey',
  'createMemberLink',
  'deleteMe',
  'disableMember',
  'disableSecondFactor',
  'enableMember',
  'getInstallation',
  'getMailSettings',
  'getOperatorAccess',
  'getSecondFactor',
  'getSession',
  'listApiKeys',
  'listOrganizations',
  'listPasskeys',
  'listSessionHistory',
  'listSessions',
  'logout',
  'markEmailVerified',
  'regenerateRecoveryCodes',
  'removePasskey',
  'renamePasskey',
  'revealMailLink',
  'revokeApiKey',
  'revokeOtherSessions',
  'revokeSession',
  'startPasskeyConfirmation',
  'startPasskeyRegistration',
  'startSecondFactor',
];

test('API keys have only these scopes: what needs another permission refuses them', () => {
  expect(keyScopes).toEqual([
    ...['self', 'team.read', 'team.manage', 'mail.manage', 'audit.read'],
    ...['workspaces.list', 'workspaces.read', 'workspaces.settings', 'workspaces.manage'],
    ...['hosting.read', 'hosting.manage'],
  ]);
});

test('API keys may never manage passwords, email addresses, keys, two-factor authentication, sessions, ownership or the account', () => {
  const refused = operations.flatMap(({ operation }) => {
    const { id, auth, allow } = operation;
    if (auth === 'none' || keyScopeOf(operation) !== undefined) return [];
    return allow === undefined || keyScopes.some((scope) => scope === allow) ? id : [];
  });
  expect(refused.toSorted()).toEqual(shut);
});
