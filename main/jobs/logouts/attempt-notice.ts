import { hour, logoutLimits, minute, second } from '#shared/rules/limits.ts';
import { signLogoutToken } from '../../security/logout-tokens.ts';
import type { SystemContext } from '../../services/context.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import {
  claimLogoutNotice,
  deleteLogoutNotice,
  type LogoutNoticeRow,
  moveLogoutNotices,
  retryLogoutNotice,
} from '../../storage/store/logouts/logout-notices.ts';
import { type ApplicationRow, findApplication, recordLogoutState } from '../../storage/store/oauth/applications.ts';
import { type Attempt, isOutage } from '../../webhooks/post-message.ts';
import { claimMs } from '../delivery-worker.ts';

/** Write the last delivery at most this often, in milliseconds. */
const deliveredDelayMs = 1 * minute;
/** The longest that an application may ask to be left alone. */
const maxAskedPauseMs = 1 * hour;

const recordDelivery = async (
  tx: WriteTransaction,
  { id, logout_delivered_at, logout_failing_since }: ApplicationRow,
  now: number,
): Promise<void> => {
  const isNew = logout_delivered_at === null || Math.abs(now - logout_delivered_at) >= deliveredDelayMs;
  if (logout_failing_since === null && !isNew) return;
  await recordLogoutState(tx, id, { logout_delivered_at: now, logout_failing_since: null, logout_failure: null });
  // Whatever waits for its next attempt waited for the application.
  if (logout_failing_since !== null) await moveLogoutNotices(tx, id, { latest: now });
};

const recordFailure = async (
  tx: WriteTransaction,
  { id, logout_failing_since, logout_failure }: ApplicationRow,
  { outcome }: Attempt,
  now: number,
): Promise<void> => {
  if (logout_failing_since !== null && logout_failure === outcome) return;
  await recordLogoutState(tx, id, {
    logout_failing_since: logout_failing_since ?? now,
    logout_failure: outcome,
  });
};

const record = async (
  { clock, db }: SystemContext,
  { id, tenant_id, backchannel_logout_uri }: ApplicationRow,
  notice: LogoutNoticeRow,
  attempt: Attempt,
): Promise<void> => {
  const now = clock.now();
  const isDelivered = attempt.outcome === 'delivered';
  const planned = logoutLimits.retriesMs[notice.attempts] ?? Math.max(...logoutLimits.retriesMs);
  const asked = Math.min((attempt.retryAfter ?? 0) * second, maxAskedPauseMs);
  const next = now + Math.max(planned, asked);
  await db.transaction({ tenant: tenant_id }, async (tx) => {
    if (isDelivered || now - notice.created_at >= logoutLimits.keptMs) await deleteLogoutNotice(tx, notice);
    else await retryLogoutNotice(tx, notice, { attempts: notice.attempts + 1, next_attempt_at: next });
    const application = await findApplication(tx, tenant_id, id);
    // What an earlier address has answered says nothing of this one.
    if (application?.backchannel_logout_uri !== backchannel_logout_uri) return;
    if (isDelivered) return recordDelivery(tx, application, now);
    await recordFailure(tx, application, attempt, now);
    // One that can't be reached is spared the others.
    if (isOutage(attempt)) await moveLogoutNotices(tx, id, { earliest: next });
  });
};

/**
 * Tells an application once that a session has ended, with a token of its own for each attempt. If the service stops meanwhile, it is told
 * again.
 */
export const attemptNotice = async (
  context: SystemContext,
  application: ApplicationRow,
  notice: LogoutNoticeRow,
  stopping: AbortSignal,
): Promise<void> => {
  const { clock, config, db, ids, keys, postMessage, logoutAttempts } = context;
  const { id, backchannel_logout_uri: uri, logout_allow_private } = application;
  if (uri === null) return;
  if (db.isShared && !(await claimLogoutNotice(db.write, notice, clock.now() + claimMs))) return;
  const token = await signLogoutToken(keys, clock, {
    issuer: `${config.publicUrl}${config.basePath}`,
    applicationId: id,
    userId: notice.user_id,
    sid: notice.tells_sid === 1 ? notice.id : undefined,
    jti: ids.secret(),
  });
  const message = {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token: token }).toString(),
  };
  const attempt = await postMessage(uri, message, { allowPrivateAddresses: logout_allow_private === 1, stopping });
  if (stopping.aborted && attempt.outcome !== 'delivered') return;
  logoutAttempts.count(attempt.outcome);
  await record(context, application, notice, attempt);
};
