import type { DeliveryWorker } from '../jobs/delivery-worker.ts';
import { type AuditStreamWorker, createAuditStreamWorker } from '../jobs/events/audit-stream-worker.ts';
import { createEventWorker } from '../jobs/events/event-worker.ts';
import { createJobs } from '../jobs/job-list.ts';
import { createLogoutWorker } from '../jobs/logouts/logout-worker.ts';
import { createMailRequests } from '../jobs/mail-requests.ts';
import { createScheduler } from '../jobs/scheduler.ts';
import { createUpgradePoll } from '../jobs/upgrade-poll.ts';
import { createMailWorker, type MailWorker } from '../mail/worker.ts';
import type { SystemContext } from '../services/context.ts';
import type { BackgroundWork } from './service-metrics.ts';

/** What works without being called: the mail worker, the jobs, and polls of the hosting provider. */
export interface Background extends BackgroundWork {
  readonly mailWorker: MailWorker;
  readonly eventWorker: DeliveryWorker;
  readonly logoutWorker: DeliveryWorker;
  readonly auditStreamWorker: AuditStreamWorker;
  start(): void;
  /** Stops the jobs. Reads of the audit thread end with them. */
  stopJobs(): Promise<void>;
  /** Stops what still sends to others. */
  stopSending(): Promise<void>;
}

/** @param stopping aborted when the service stops */
export const composeBackground = (context: SystemContext, stopping: AbortSignal): Background => {
  const { db, log, clock, clockWatch } = context;
  const mailWorker = createMailWorker(context, createMailRequests(context), Math.random);
  const eventWorker = createEventWorker(context);
  const logoutWorker = createLogoutWorker(context);
  const auditStreamWorker = createAuditStreamWorker(context);
  const upgradePoll = createUpgradePoll(context, Math.random);
  let brokenAuditLogs: number | undefined;
  const jobs = createJobs(context, {
    stopping,
    onAuditCheck: (broken) => {
      brokenAuditLogs = broken;
    },
  });
  const scheduler = createScheduler(jobs, log, clock, () => clockWatch.isSteady());
  return {
    mailWorker,
    eventWorker,
    logoutWorker,
    auditStreamWorker,
    jobRuns: scheduler.runs,
    brokenAuditLogs: () => brokenAuditLogs,
    start() {
      mailWorker.start();
      eventWorker.start();
      logoutWorker.start();
      auditStreamWorker.start();
      scheduler.start();
      if (db.isShared) db.changes.onCommit('keys', () => scheduler.launch('keys'));
      upgradePoll.start();
    },
    stopJobs: () => scheduler.stop(),
    async stopSending() {
      await upgradePoll.stop();
      await eventWorker.stop();
      await logoutWorker.stop();
      await auditStreamWorker.stop();
      await mailWorker.stop();
    },
  };
};
