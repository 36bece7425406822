import * as deletion from '#main/storage/store/identity/account-deletion.ts';
import * as standing from '#main/storage/store/identity/account-standing.ts';
import * as accounts from '#main/storage/store/identity/accounts.ts';
import * as apiKeys from '#main/storage/store/identity/api-keys.ts';
import * as grants from '#main/storage/store/identity/application-grants.ts';
import * as browsers from '#main/storage/store/identity/browsers.ts';
import * as callers from '#main/storage/store/identity/callers.ts';
import * as failedSignIns from '#main/storage/store/identity/failed-sign-ins.ts';
import * as givenRoles from '#main/storage/store/identity/given-roles.ts';
import * as idempotencyKeys from '#main/storage/store/identity/idempotency-keys.ts';
import * as knownDevices from '#main/storage/store/identity/known-devices.ts';
import * as lapsedSessions from '#main/storage/store/identity/lapsed-sessions.ts';
import * as lockouts from '#main/storage/store/identity/lockouts.ts';
import * as tokens from '#main/storage/store/identity/one-time-tokens.ts';
import * as openSessions from '#main/storage/store/identity/open-sessions.ts';
import * as ownerGrants from '#main/storage/store/identity/owner-grants.ts';
import * as passkeys from '#main/storage/store/identity/passkeys.ts';
import * as rotations from '#main/storage/store/identity/rotations.ts';
import * as secondFactors from '#main/storage/store/identity/second-factors.ts';
import * as sessions from '#main/storage/store/identity/sessions.ts';
import * as signIns from '#main/storage/store/identity/sign-ins.ts';
import * as storedHashes from '#main/storage/store/identity/stored-hashes.ts';
import * as throttleCounts from '#main/storage/store/identity/throttle-counts.ts';
import * as trustedDevices from '#main/storage/store/identity/trusted-devices.ts';
import * as users from '#main/storage/store/identity/users.ts';
import type { Parts } from '../world.ts';
import { aboutOthers, callsTo, page, remarked, row, type StoreCall, writesIds } from './shape.ts';

/** How the test of twins calls `main/storage/store/identity`. */
export const identityCalls = (parts: Parts): StoreCall[] => {
  const { tenantId, owner, now, disabled, leaving, due, removed, second, session, key, passkey, link } = parts;
  const at = { now, returned: [] };
  const { id: userId } = owner;
  const day = 86_400_000;
  const grant = { by: null, at: now };
  const trusted = { now, lifetimeMs: day };
  return [
    ...callsTo('identity/account-deletion', deletion, {
      listAddressesOf: remarked({ unnoticed: 'a twin has addresses of its own: account-deletion.test.ts' }, row(owner)),
      deleteUser: [userId],
    }),
    ...callsTo('identity/account-standing', standing, {
      markGuest: [tenantId, second.id, true],
      makeGuestAgain: [tenantId, second.id],
      changeUserRole: {
        each: [
          aboutOthers(tenantId, userId, 'owner', 'member', grant),
          [tenantId, second.id, 'member', 'admin', grant],
        ],
      },
      takeOwnership: {
        each: [aboutOthers(tenantId, userId, 'member', grant), [tenantId, disabled.id, 'member', grant]],
      },
      takeAdminRole: remarked(
        { unnoticed: 'no one in a twin was made an admin: custom-roles/undoing.test.ts' },
        tenantId,
        second.id,
        userId,
        grant,
      ),
      markRemoved: { each: [aboutOthers(tenantId, userId), [tenantId, second.id]] },
      markPendingDeletion: [userId, now],
      markDisabled: {
        each: [
          aboutOthers(tenantId, userId, 'operator', false),
          [tenantId, second.id, 'operator', false],
          [tenantId, second.id, 'admin', true],
        ],
      },
      markEnabled: [disabled.id, 'operator'],
      markRestored: [leaving.id, now],
    }),
    ...callsTo('identity/accounts', accounts, { listAccounts: [{ tenantId }, '', 100], findAccount: [userId] }),
    ...callsTo('identity/api-keys', apiKeys, {
      listApiKeys: [userId],
      listExpiringApiKeys: [tenantId, now + 10 * day, 100],
      countApiKeys: [userId],
      deleteApiKey: [userId, key.id],
      endApiKeyBy: [userId, key.id, now],
      findApiKey: [userId, key.id],
      deleteApiKeysOf: [userId],
      deleteApiKeysSince: [userId, 0],
      touchApiKey: [key.id, now],
    }),
    ...callsTo('identity/callers', callers, { findCaller: [session.id], findKeyCaller: [key.id] }),
    ...callsTo('identity/failed-sign-ins', failedSignIns, {
      listCountedAddresses: [{ userId, day: parts.failures.day, step: parts.failures.step }],
      addFailedSignIns: [{ userId, day: 1, step: 'code', address: '', failures: 1, lastAt: now }],
      countFailedSignInsByDay: [tenantId, 0],
      listMostTried: [tenantId, 0, 100],
      listFailedSignInsOf: [userId],
    }),
    ...callsTo('identity/given-roles', givenRoles, { roleSince: [userId], noteRole: [userId, grant] }),
    ...callsTo('identity/idempotency-keys', idempotencyKeys, {
      countIdempotencyKeys: {
        each: [
          [{ user_id: userId }, 100],
          [{ api_key_id: parts.key.id }, 100],
          [{ service_key_id: parts.serviceKey.id }, 100],
        ],
      },
      findIdempotencyKey: 'everyone',
      storeIdempotentAnswer: 'everyone',
      deleteIdempotencyKey: 'everyone',
      deleteIdempotencyKeysOf: [userId],
    }),
    ...callsTo('identity/known-devices', knownDevices, {
      forgetDevices: [userId, now],
      correctForgottenDevices: 'everyone',
    }),
    ...callsTo('identity/lapsed-sessions', lapsedSessions, {
      correctSessions: 'everyone',
      endLapsedSession: [session.id, 'expired', (now + 100 * day) as never],
      expireSessions: remarked(
        { unnoticed: 'no one here limits sessions: clock-ahead-operations.test.ts' },
        (now + 100 * day) as never,
        100,
        tenantId,
      ),
    }),
    ...callsTo('identity/lockouts', lockouts, {
      findLockout: 'everyone',
      holdLockout: 'everyone',
      countFailure: 'everyone',
      setLockoutRetry: 'everyone',
      uncountFailure: 'everyone',
      clearLockouts: 'everyone',
    }),
    ...callsTo('identity/one-time-tokens', tokens, {
      voidTokens: [{ userId }, now],
      voidUndoingTokens: [userId, now, 0, ['undo_owner', 'undo_passkey']],
      countUndoTokens: [{ user_id: userId, purpose: 'undo_owner', session_id: session.id }, 0],
      voidTokensOfTenant: [tenantId, now, ['reset_password', 'undo_owner']],
      markTokenUsed: 'everyone',
      findToken: 'everyone',
      findTokenTenant: 'everyone',
      findTokenById: [link.id],
      markTokenDisclosed: writesIds(link.id, { userId, sessionId: session.id }, now),
      listViewersOf: [link.id],
      voidTokensShownTo: [userId, now],
      listTokensOf: [userId],
    }),
    ...callsTo('identity/open-sessions', openSessions, {
      countOpenSessionsOf: remarked({ unnoticed: 'a twin has the same limits: open-sessions.test.ts' }, tenantId, at),
      countOpenSessionsFound: [{ tenantId, at, q: '@' }],
      listOpenSessionsOfTenant: [{ tenantId, at }, page],
      listAllOpenSessions: [{ userId, after: '', at, limit: 100 }],
    }),
    ...callsTo('identity/owner-grants', ownerGrants, {
      findViewingSession: [link.id],
      voidOwnerTokensElsewhere: [row(owner), now, 0],
      voidOwnerTokensAbout: [userId, now],
      listOwnerGrants: [[session.id], 0],
      listGrantsAbout: [userId, 0],
      deleteGrantsAbout: [userId],
      listOpenOwnerTokens: [userId, now],
      canUndoMoreOwners: remarked(
        { aboutOthers: true, unnoticed: 'more links of others hide less' },
        userId,
        second.id,
        now,
      ),
    }),
    ...callsTo('identity/passkeys', passkeys, {
      listPasskeys: [userId],
      countPasskeys: [userId],
      findPasskeyByCredential: 'everyone',
      findPasskey: [userId, passkey.id],
      renamePasskey: [userId, passkey.id, 'Renamed'],
      deletePasskey: [userId, passkey.id],
      deletePasskeysOf: [userId],
      recordPasskeyUse: [row(passkey), { counter: 1, backed_up: 0, last_used_at: now }],
    }),
    ...callsTo('identity/rotations', rotations, { rotateRefreshToken: 'everyone' }),
    ...callsTo('identity/second-factors', secondFactors, {
      startEnrolment: [row({ ...parts.factor, user_id: second.id })],
      findSecondFactor: [userId],
      hasAuthenticator: [userId],
      hasSecondFactor: [userId],
      confirmEnrolment: [row(parts.newFactor), 1, now],
      spendStep: [row(parts.factor), 1_000],
      deleteAuthenticator: [userId],
      deleteReplacedFactors: remarked({ unnoticed: 'asks hasSecondFactor' }, disabled.id),
      deleteEnrolment: [userId],
      deleteRecoveryCodes: [userId],
      deleteSecondFactorsSince: remarked({ unnoticed: 'asks hasSecondFactor' }, userId, 0),
      replaceRecoveryCodes: [userId, ['hash'], now],
      spendRecoveryCode: [userId, parts.code.code_hash],
      countRecoveryCodes: [userId],
    }),
    ...callsTo('identity/application-grants', grants, {
      endGrantsIn: [[session.id]],
      endGrantsOf: { each: [[userId], aboutOthers(userId, session.id)] },
      endGrantsOfTenant: [tenantId],
    }),
    ...callsTo('identity/browsers', browsers, { forgetBrowser: [session.browser_hash ?? ''] }),
    ...callsTo('identity/sessions', sessions, {
      findSession: [session.id],
      findSessionOfBrowser: [session.browser_hash ?? ''],
      listSessionOrigins: [userId],
      listOpenSessions: [userId, at],
      isOpenSession: [session.id, at],
      listSessionHistory: [{ userId }, page],
      countSessionHistory: [{ userId }],
      confirmSession: [session.id, 'password', now + 1],
      endSession: [session.id, 'logout', now],
      endSessionsOf: { each: [[userId, 'logout', now], aboutOthers(userId, 'logout', now, session.id)] },
      listSessionIdsSince: [userId, 0, null],
      endSessions: [[session.id], 'logout', now],
      endAllSessions: 'everyone',
      endSessionsOfTenant: [tenantId, 'deleted', now],
      touchSession: [session.id, now + 1],
      recordUsedGeneration: [session.id, 7],
      touchSessionBegunAt: [userId, session.created_at, now + 1],
      countOpenSessionsOfUsers: [[userId], at],
      countOpenSessions: 'everyone',
      countSessionsWithTokensBefore: 'everyone',
    }),
    ...callsTo('identity/sign-ins', signIns, { listSignIns: [userId, page], countSignIns: [userId] }),
    ...callsTo('identity/throttle-counts', throttleCounts, {
      addThrottleCounts: 'everyone',
      findFullThrottles: 'everyone',
      giveBackThrottleCounts: 'everyone',
    }),
    ...callsTo('identity/trusted-devices', trustedDevices, {
      trustDevice: [row(parts.trustedDevice)],
      listTrustedDevices: [userId, trusted],
      isTrustedDevice: [userId, parts.trustedDevice.device_hash, trusted],
      deleteTrustedDevice: [userId, parts.trustedDevice.id],
      deleteTrustedDevicesOf: [userId],
      deleteDevicesTrustedSince: [userId, 0],
      deleteOldestTrustedDevices: [userId, 1],
      deleteTrustedDevicesOfTenant: [tenantId, now],
    }),
    ...callsTo('identity/stored-hashes', storedHashes, { listImportedKinds: 'everyone', findStoredHashes: 'everyone' }),
    ...callsTo('identity/users', users, {
      findUser: [userId],
      findUserByEmail: 'everyone',
      findHolder: 'everyone',
      claimAddress: 'everyone',
      listActiveUsers: [tenantId],
      setPasswordOfAll: [tenantId, 'changed'],
      findMember: [tenantId, userId],
      includesOwner: [tenantId, [userId]],
      findAnyMember: [tenantId, userId],
      findRemovedMember: [tenantId, removed.email, now],
      updateUser: [row(owner), { name: 'Changed', verification: 'mailbox' }],
      listFormerEmails: [userId],
      recordLogin: [userId, now + 1],
      clearPassword: [userId],
      clearPendingAddresses: { each: [[{ tenant_id: tenantId }], [{ id: userId }]] },
      countOthers: aboutOthers(tenantId, userId),
      listOwners: [tenantId],
      listManagers: [tenantId],
      listOwnersToInform: [tenantId],
      otherOwners: aboutOthers(tenantId, userId),
      ownerCandidates: aboutOthers(tenantId, userId, 100),
      findDueUser: [due.id, now as never],
    }),
  ];
};
