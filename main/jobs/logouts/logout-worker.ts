import { logoutLimits } from '#shared/rules/limits.ts';
import { latestEnd, remainingWait } from '../../platform/remaining-wait.ts';
import type { SystemContext } from '../../services/context.ts';
import {
  dueLogoutNotices,
  findNotifiedApplication,
  type LogoutNoticeRow,
  listNotifiedApplications,
  nextLogoutNoticeAt,
} from '../../storage/store/logouts/logout-notices.ts';
import type { ApplicationRow } from '../../storage/store/oauth/applications.ts';
import { claimMs, createDeliveryWorker, type DeliveryQueue, type DeliveryWorker } from '../delivery-worker.ts';
import { attemptNotice } from './attempt-notice.ts';

/** The longest that a notice waits for its next attempt. */
const longestWaitMs = Math.max(...logoutLimits.retriesMs);

const logoutQueue = (context: SystemContext): DeliveryQueue<ApplicationRow, LogoutNoticeRow> => {
  const { clock, config, db } = context;
  return {
    name: 'logout notices',
    topics: ['logouts', 'mail_settings'],
    // Without an https public URL there is no issuer whose tokens an application could verify.
    recipients: async () => (config.isPublicHttps ? listNotifiedApplications(db.read) : []),
    find: ({ tenant_id, id }) => findNotifiedApplication(db.read, tenant_id, id),
    isFailing: ({ logout_failing_since }) => logout_failing_since !== null,
    due({ id }, limit, skip) {
      const now = clock.now();
      const ahead = { latest: latestEnd(now, longestWaitMs), latestClaim: latestEnd(now, claimMs) };
      return dueLogoutNotices(db.read, id, { now, ...ahead, skip, limit });
    },
    attempt: (application, notice, stopping) => attemptNotice(context, application, notice, stopping),
    async nextWait() {
      const now = clock.now();
      const next = await nextLogoutNoticeAt(db.read, latestEnd(now, claimMs));
      return next === undefined ? undefined : remainingWait(next, now, longestWaitMs);
    },
  };
};

/** DECISION 0343: tells applications that a session has ended in which someone had entered them. */
export const createLogoutWorker = (context: SystemContext): DeliveryWorker =>
  createDeliveryWorker(context, logoutQueue(context));
