import { day, lifetimesMs } from '#shared/limits.ts';
import type { SystemContext } from '../context.ts';
import { recordPurge } from '../services/audit-log/record-purge.ts';
import { deleteUser, listAddressesOf } from '../store/identity/account-deletion.ts';
import { deleteApiKeysExpiredBefore } from '../store/identity/api-keys.ts';
import { deleteTokensExpiredBefore } from '../store/identity/one-time-tokens.ts';
import { deleteSessionsEndedBefore, expireSessions } from '../store/identity/sessions.ts';
import { deleteSignInFailuresBefore } from '../store/identity/sign-in-failures.ts';
import { dueDeletions, otherOwners } from '../store/identity/users.ts';
import { deleteMailsBefore, deleteMailsTo } from '../store/mail/mails.ts';
import { deleteInvitationsTo, expireInvitations } from '../store/team/invitations.ts';
import { deleteDueTenants, listTenantIds } from '../store/team/tenants.ts';
import { reassignWorkspaces } from '../store/workspaces/workspaces.ts';

/** DECISION 0021: retention periods, in milliseconds. */
const retentionMs = {
  endedSessions: 30 * day,
  mails: 90 * day,
  oneTimeTokens: 7 * day,
  signInFailures: 1 * day,
  /** Until then expired keys stay listed as expired, so that people can find out why a tool stopped working. */
  expiredApiKeys: 30 * day,
} as const;

/**
 * Applies everything that is due. Works from stored timestamps, so downtime does not matter. Deletes accounts past
 * their grace period with all their data (seed 000 §3, DECISION 0070).
 */
export const purge = async (context: SystemContext): Promise<void> => {
  const { db, clock, callers, log } = context;
  await callers.flush();
  await db.transaction({}, async (tx) => {
    const now = clock.now();
    const tenants = await deleteDueTenants(tx, now);
    const users = await dueDeletions(tx, now);
    for (const user of users) {
      const [newOwner] = await otherOwners(tx, user.tenant_id, user.id);
      if (newOwner) await reassignWorkspaces(tx, user.tenant_id, user.id, newOwner.id);
      const addresses = await listAddressesOf(tx, user);
      await deleteInvitationsTo(tx, user.tenant_id, user.id, addresses);
      await deleteMailsTo(tx, user.tenant_id, user.id, addresses);
      // Takes with it what refers to the account: sessions, tokens, invitations, and emails that name it as sender.
      await deleteUser(tx, user.id);
      await recordPurge(context, tx, user, addresses);
    }
    await expireInvitations(tx, now);
    await expireSessions(tx, now);
    await deleteSessionsEndedBefore(tx, now - retentionMs.endedSessions);
    await deleteTokensExpiredBefore(tx, now - retentionMs.oneTimeTokens - lifetimesMs.verificationLink);
    await deleteMailsBefore(tx, now - retentionMs.mails);
    await deleteApiKeysExpiredBefore(tx, now - retentionMs.expiredApiKeys);
    await deleteSignInFailuresBefore(tx, now - retentionMs.signInFailures);
    if (tenants.length > 0 || users.length > 0) {
      log.info({ tenants: tenants.length, users: users.length }, 'accounts permanently deleted');
    }
  });
  // The write-ahead log still holds the deleted rows.
  await db.checkpoint('truncate');
  await context.sandboxes
    .keepOnly(await listTenantIds(db.read))
    .catch((error: unknown) => log.warn({ err: error }, 'failed to remove sandbox accounts of deleted tenants'));
};
