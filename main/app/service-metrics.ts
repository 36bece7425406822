import { mailStatuses } from '#shared/contract/mail/resources.ts';
import { second } from '#shared/rules/limits.ts';
import type { LiveHub } from '../live/hub.ts';
import type { QueueUsage } from '../platform/fair-queue.ts';
import type { JobRuns } from '../platform/job-runs.ts';
import type { LogOutput } from '../platform/log-output.ts';
import { createMetrics, type Metrics, type Reading, type Sample } from '../platform/metrics.ts';
import { freeBytes } from '../platform/storage-error.ts';
import { version } from '../platform/version.ts';
import type { SystemContext } from '../services/context.ts';
import { databaseBytes, schemaVersion } from '../storage/store/database-facts.ts';
import { countOpenSessions } from '../storage/store/identity/sessions.ts';
import { findInstallation } from '../storage/store/installation.ts';
import { findMailHold } from '../storage/store/mail/mail-hold.ts';
import {
  countMailsByStatus,
  countWaitingMails,
  findRefusedSender,
  firstMailDueAt,
} from '../storage/store/mail/mails.ts';
import { eventReadings } from './event-metrics.ts';
import { hostingReadings } from './hosting-metrics.ts';

/** What the background jobs found. */
export interface BackgroundWork {
  /** How the jobs went since the start. */
  jobRuns(): readonly JobRuns[];
  /** How many audit logs the last complete verification found to be broken. Undefined before. */
  brokenAuditLogs(): number | undefined;
}

/** What `/metrics` shows in addition to requests and the process itself. docs/operating.md explains each. */
export const createServiceMetrics = (
  context: SystemContext,
  { background: { jobRuns, brokenAuditLogs }, live }: { background: BackgroundWork; live: Pick<LiveHub, 'count'> },
  logOutput?: Pick<LogOutput, 'dropped'>,
): Metrics => {
  const { config, db, clock, backups, mailGateway, passwords, callers, callCounts } = context;
  const queues = (): Record<string, QueueUsage> => ({
    writer: db.writerUsage(),
    readers: db.readerUsage(),
    'sign-in': passwords.usage('sign-in'),
    confirm: passwords.usage('confirm'),
  });
  /** DECISION 0164: instances count the same database, which a query tells by this label. */
  const ofDatabase = async (samples: number | readonly Sample[]): Promise<readonly Sample[]> => {
    const list = typeof samples === 'number' ? [{ labels: {}, value: samples }] : samples;
    if (!db.isShared) return list;
    const database = (await findInstallation(db.read))?.installation_id ?? '';
    return list.map(({ labels, value }) => ({ labels: { ...labels, database }, value }));
  };
  const ofQueues = (value: (usage: QueueUsage) => number) => async (): Promise<Sample[]> =>
    Object.entries(queues()).map(([queue, usage]) => ({ labels: { queue }, value: value(usage) }));
  const readings: Record<string, Reading> = {
    castellan_info: {
      help: 'Always 1; the labels say which version runs',
      labels: ['version', 'schema', 'node'],
      read: async () => [
        { labels: { version, schema: await schemaVersion(db.read), node: process.versions.node }, value: 1 },
      ],
    },
    castellan_ready: {
      help: '1 while /readyz answers 200, otherwise 0',
      read: () =>
        db.assertReady().then(
          () => 1,
          // Not ready, which is what 0 says.
          () => 0,
        ),
    },
    castellan_time_seconds: {
      help: 'The time by which this instance decides what has expired, in seconds since the epoch',
      read: async () => clock.now() / second,
    },
    castellan_refusals_total: {
      type: 'counter',
      help: 'Operations that ended with an error, by its code',
      labels: ['operation', 'code'],
      read: async () =>
        callCounts.refusals().map(({ operation, code, count }) => ({ labels: { operation, code }, value: count })),
    },
    castellan_queue_waiting: {
      help: 'Calls that wait for the database or for a password check',
      labels: ['queue'],
      read: ofQueues(({ waiting }) => waiting),
    },
    castellan_queue_admitted_total: {
      type: 'counter',
      help: 'Calls that got their turn',
      labels: ['queue'],
      read: ofQueues(({ admitted }) => admitted),
    },
    castellan_queue_refused_total: {
      type: 'counter',
      help: 'Calls that were refused or left before their turn',
      labels: ['queue'],
      read: ofQueues(({ refused }) => refused),
    },
    castellan_queue_wait_seconds_total: {
      type: 'counter',
      help: 'Seconds that calls have waited for their turn',
      labels: ['queue'],
      read: ofQueues(({ waitedSeconds }) => waitedSeconds),
    },
    castellan_job_failures_total: {
      type: 'counter',
      help: 'Failed runs of background jobs',
      labels: ['name'],
      read: async () => jobRuns().map(({ name, failures }) => ({ labels: { name }, value: failures })),
    },
    castellan_job_last_success_timestamp_seconds: {
      help: 'When each background job last succeeded, in seconds since the epoch',
      labels: ['name'],
      read: async () =>
        jobRuns().flatMap(({ name, succeededAt }) =>
          succeededAt === undefined ? [] : [{ labels: { name }, value: succeededAt / second }],
        ),
    },
    castellan_audit_logs_broken: {
      help: 'Audit logs that the last verification found to be broken',
      read: async () => {
        const broken = brokenAuditLogs();
        return broken === undefined ? [] : [{ labels: {}, value: broken }];
      },
    },
    castellan_backup_interval_seconds: {
      help: 'Time between two scheduled backups, as set by --backup-every',
      read: async () => (backups.plan.dir === undefined ? [] : backups.plan.everyMs / second),
    },
    castellan_backup_last_success_timestamp_seconds: {
      help: 'When the newest backup in --backup-dir was made, in seconds since the epoch',
      read: async () => {
        const newest = await backups.newest();
        return newest ? [{ labels: {}, value: newest.at / second }] : [];
      },
    },
    castellan_backup_last_bytes: {
      help: 'Size of the newest backup in --backup-dir',
      read: async () => {
        const newest = await backups.newest();
        return newest ? [{ labels: {}, value: newest.bytes }] : [];
      },
    },
    castellan_sessions_open: {
      help: 'Open sessions',
      labels: ['database'],
      read: async () => ofDatabase(await countOpenSessions(db.read, callers.openAt())),
    },
    castellan_live_streams: {
      help: 'Open consoles that receive live updates',
      read: async () => live.count(),
    },
    castellan_mails: {
      help: 'Emails in the outboxes, by status',
      labels: ['status', 'database'],
      read: async () => {
        const counts = new Map((await countMailsByStatus(db.read)).map(({ status, count }) => [status, count]));
        return ofDatabase(mailStatuses.map((status) => ({ labels: { status }, value: counts.get(status) ?? 0 })));
      },
    },
    castellan_mails_waiting: {
      help: 'Emails waiting to be sent',
      labels: ['database'],
      read: async () => ofDatabase(await countWaitingMails(db.read)),
    },
    castellan_mail_sender_refused: {
      help: '1 while the mail server refuses the sender of all email, otherwise 0',
      labels: ['database'],
      read: async () => ofDatabase((await findRefusedSender(db.read)) ? 1 : 0),
    },
    castellan_mail_overdue_seconds: {
      help: 'How long the email that should have been sent first has been due',
      labels: ['database'],
      read: async () => {
        // Without a mail server and during a hold, email waits on purpose.
        if ((await mailGateway.delivery()) === 'kept' || (await findMailHold(db.read))) return [];
        const dueAt = (await firstMailDueAt(db.read)) ?? Number.POSITIVE_INFINITY;
        return ofDatabase(Math.max(0, clock.now() - dueAt) / second);
      },
    },
    ...eventReadings(context, ofDatabase),
    ...hostingReadings(context, ofDatabase),
    castellan_database_bytes: {
      help: 'Size of the database, without its write-ahead log',
      labels: ['database'],
      read: async () => ofDatabase(await databaseBytes(db.read)),
    },
    castellan_disk_free_bytes: {
      help: 'Free bytes on the disk that holds the data folder',
      read: () => freeBytes(config.dataDir),
    },
    castellan_untrusted_forwarded_requests_total: {
      type: 'counter',
      help: 'Requests with X-Forwarded-For from an address that is not a trusted proxy',
      read: async () => callCounts.untrusted(),
    },
    castellan_log_lines_dropped_total: {
      type: 'counter',
      help: 'Log lines dropped because they could not be written',
      read: async () => logOutput?.dropped() ?? 0,
    },
  };
  return createMetrics(readings);
};
