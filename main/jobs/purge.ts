import { day, eventLimits, lifetimesMs, logoutLimits } from '#shared/rules/limits.ts';
import { policyLimits } from '#shared/rules/policies.ts';
import { type DueTime, dueNow } from '../platform/due-time.ts';
import { tryAgain } from '../platform/try-again.ts';
import type { SystemContext } from '../services/context.ts';
import { recordPurge } from '../services/recording/record-purge.ts';
import { recordTenantDeletion } from '../services/recording/record-tenant-deletion.ts';
import type { WriteTransaction } from '../storage/database/schema.ts';
import { deleteDeliveriesBefore } from '../storage/store/events/event-deliveries.ts';
import { deleteUser, listAddressesOf } from '../storage/store/identity/account-deletion.ts';
import { deleteApiKeysExpiredBefore } from '../storage/store/identity/api-keys.ts';
import { deleteFailedSignInsBefore } from '../storage/store/identity/failed-sign-ins.ts';
import { deleteIdempotencyKeysBefore } from '../storage/store/identity/idempotency-keys.ts';
import { correctForgottenDevices, listForgottenAhead } from '../storage/store/identity/known-devices.ts';
import { correctSessions, expireSessions, listSessionsAhead } from '../storage/store/identity/lapsed-sessions.ts';
import { deleteLockoutsBefore } from '../storage/store/identity/lockouts.ts';
import { deleteTokensExpiredBefore } from '../storage/store/identity/one-time-tokens.ts';
import { deleteChallengesExpiredBefore } from '../storage/store/identity/passkeys.ts';
import { deleteSessionsEndedBefore } from '../storage/store/identity/sessions.ts';
import { deleteThrottleCountsBefore } from '../storage/store/identity/throttle-counts.ts';
import { deleteDevicesTrustedBefore } from '../storage/store/identity/trusted-devices.ts';
import { findDueUser, listDueUsers, otherOwners } from '../storage/store/identity/users.ts';
import { deleteLogoutNoticesBefore } from '../storage/store/logouts/logout-notices.ts';
import { deleteMailsTo, deleteOldMails } from '../storage/store/mail/mails.ts';
import { deleteExpiredProtectedSessions } from '../storage/store/oauth/protected-sessions.ts';
import { deleteExpiredOauthRecords } from '../storage/store/oauth/records.ts';
import { deleteServiceAccountKeysExpiredBefore } from '../storage/store/service-accounts/service-account-keys.ts';
import { deleteInvitationsTo, expireInvitations } from '../storage/store/team/invitations.ts';
import { deleteTenantRows, listDueTenantIds, listTenantIds } from '../storage/store/team/tenants.ts';
import { reassignWorkspaces } from '../storage/store/workspaces/workspaces.ts';
import { purgeAuditLogs } from './purge-audit-logs.ts';

/** DECISION 0021: retention periods, in milliseconds. */
const retentionMs = {
  endedSessions: 30 * day,
  oneTimeTokens: 7 * day,
  lockouts: 1 * day,
  /** As long as the security overview counts them. */
  failedSignIns: 30 * day,
  /** Until then expired keys stay listed as expired, so that people can find out why a tool stopped working. */
  expiredApiKeys: 30 * day,
} as const;

/** Rows per transaction: few enough that other writes wait less than 50 ms. */
const pieceSize = 250;

/** Deletes an account with all its data (seed 000 §3, DECISION 0070). Returns whether it was still due. */
const deleteAccount = async (context: SystemContext, tx: WriteTransaction, id: string): Promise<boolean> => {
  const user = await findDueUser(tx, id, dueNow(context.clock));
  if (!user) return false;
  const [newOwner] = await otherOwners(tx, user.tenant_id, user.id);
  if (newOwner) await reassignWorkspaces(tx, user.tenant_id, user.id, newOwner.id);
  const addresses = await listAddressesOf(tx, user);
  await deleteInvitationsTo(tx, user.tenant_id, user.id, addresses);
  await deleteMailsTo(tx, user.tenant_id, user.id, addresses);
  // Takes with it what refers to the account: sessions, tokens, invitations, and emails that name it as sender.
  await deleteUser(tx, user.id);
  await recordPurge(context, tx, user, addresses);
  return true;
};

const deleteDueAccounts = async (context: SystemContext, signal?: AbortSignal): Promise<void> => {
  const { db, clock, log } = context;
  const tenants = await listDueTenantIds(db.read, dueNow(clock));
  for (const tenant of tenants) {
    // First, since its audit log goes in pieces, too.
    await tryAgain(() => db.transaction({ tenant }, (tx) => recordTenantDeletion(context, tx, tenant)), signal);
    const deleteRows = () => db.transaction({ tenant }, (tx) => deleteTenantRows(tx, tenant, pieceSize));
    while (!signal?.aborted && (await tryAgain(deleteRows, signal)) > 0);
  }
  let users = 0;
  for (const { id, tenant_id } of await listDueUsers(db.read, dueNow(clock))) {
    if (signal?.aborted) return;
    const deleteDue = () => db.transaction({ tenant: tenant_id }, (tx) => deleteAccount(context, tx, id));
    if (await tryAgain(deleteDue, signal)) users += 1;
  }
  if (tenants.length > 0 || users > 0) {
    log.info({ tenants: tenants.length, users }, 'accounts permanently deleted');
  }
};

/** What a clock ahead of ours has written. No index finds it, so it is read before the transaction for which others wait. */
const corrections = [
  { list: listSessionsAhead, correct: correctSessions },
  { list: listForgottenAhead, correct: correctForgottenDevices },
] as const;

/** Returns how many times were corrected. */
const correctTimes = async ({ db }: SystemContext, due: DueTime, signal?: AbortSignal): Promise<number> => {
  let total = 0;
  for (const { list, correct } of corrections) {
    let corrected = 0;
    do {
      if (signal?.aborted) return total;
      const ids = await list(db.read, due, pieceSize);
      corrected = ids.length > 0 ? await tryAgain(() => db.transaction({}, (tx) => correct(tx, due, ids)), signal) : 0;
      total += corrected;
    } while (corrected > 0);
  }
  return total;
};

type Expiration = (tx: WriteTransaction, now: DueTime, limit: number) => Promise<number>;

/**
 * What ends or is deleted by age, up to `limit` rows at a time. Each returns how many rows it found, and leaves rows that
 * someone else is writing to for the next run: several instances may purge at once.
 */
const expirations: readonly Expiration[] = [
  expireInvitations,
  expireSessions,
  (tx, now, limit) => deleteSessionsEndedBefore(tx, now - retentionMs.endedSessions, limit),
  (tx, now, limit) =>
    deleteTokensExpiredBefore(tx, now - retentionMs.oneTimeTokens - lifetimesMs.verificationLink, limit),
  deleteOldMails,
  (tx, now, limit) => deleteApiKeysExpiredBefore(tx, now - retentionMs.expiredApiKeys, limit),
  (tx, now, limit) => deleteServiceAccountKeysExpiredBefore(tx, now - retentionMs.expiredApiKeys, limit),
  (tx, now, limit) => deleteIdempotencyKeysBefore(tx, now - lifetimesMs.idempotencyKey, limit),
  deleteChallengesExpiredBefore,
  deleteExpiredOauthRecords,
  deleteExpiredProtectedSessions,
  (tx, now, limit) => deleteLockoutsBefore(tx, now - retentionMs.lockouts, limit),
  (tx, now, limit) => deleteFailedSignInsBefore(tx, Math.floor((now - retentionMs.failedSignIns) / day), limit),
  deleteThrottleCountsBefore,
  (tx, now, limit) => deleteDevicesTrustedBefore(tx, now - policyLimits.trustedDeviceDays.max * day, limit),
  (tx, now, limit) => deleteDeliveriesBefore(tx, now - eventLimits.deliveriesKeptMs, limit),
  // What was given up is deleted at once. This is what nothing could be attempted for.
  (tx, now, limit) => deleteLogoutNoticesBefore(tx, now - logoutLimits.keptMs, limit),
];

/**
 * Applies everything that is due, in short transactions. Works from stored timestamps, so downtime does not matter, and
 * the next run continues where an interrupted one stopped.
 * @param signal stops it between two transactions
 */
export const purge = async (context: SystemContext, signal?: AbortSignal): Promise<void> => {
  const { db, clock, callers, log } = context;
  await deleteDueAccounts(context, signal);
  // Before sessions are stored as used: one that is used from then on wasn't idle at this time.
  const due = dueNow(clock);
  await tryAgain(() => callers.flush(), signal);
  const inPieces = async (work: Expiration): Promise<void> => {
    let found = 0;
    do {
      found = await tryAgain(() => db.transaction({}, (tx) => work(tx, due, pieceSize)), signal);
    } while (!signal?.aborted && found >= pieceSize);
  };
  const corrected = await correctTimes(context, due, signal);
  if (corrected > 0) log.warn({ times: corrected }, 'corrected times that a clock ahead of ours had set');
  for (const expire of expirations) if (!signal?.aborted) await inPieces(expire);
  await purgeAuditLogs(context, signal);
  if (signal?.aborted) return;
  // The write-ahead log still holds the deleted rows.
  await db.checkpoint('truncate');
  await context.sandboxes
    .keepOnly(await listTenantIds(db.read))
    .catch((error: unknown) => log.warn({ err: error }, 'failed to remove sandbox accounts of deleted tenants'));
};
