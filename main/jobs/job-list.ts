import { day, hour, minute, second } from '#shared/rules/limits.ts';
import { dataFolder } from '../platform/data-folder.ts';
import { deleteOutdatedCopies } from '../platform/upgrade-copies.ts';
import { activityDelayMs } from '../security/callers.ts';
import type { SystemContext } from '../services/context.ts';
import { watchAuditLogs } from './audit-check.ts';
import { checkClock } from './clock-check.ts';
import { followKeys } from './follow-keys.ts';
import { recordHostingCosts } from './hosting-costs.ts';
import { purge } from './purge.ts';
import { continueSamples } from './sample-activity.ts';
import type { Job } from './scheduler.ts';
import { sendUpgradeReminders } from './upgrade-reminders.ts';

interface Surroundings {
  /** Aborted when the service stops. */
  stopping: AbortSignal;
  /** Takes how many audit logs are broken. */
  onAuditCheck: (broken: number) => void;
}

/** Everything that the service does on its own at intervals. */
export const createJobs = (context: SystemContext, { stopping, onAuditCheck }: Surroundings) => {
  /** A job that only one instance runs at a time. */
  const alone = (job: string, run: (signal: AbortSignal) => Promise<void>) => async (): Promise<void> => {
    await context.db.lead(job, (signal) => run(AbortSignal.any([signal, stopping])));
  };
  return [
    {
      name: 'audit check',
      intervalMs: day,
      atStart: true,
      run: async () => {
        const { broken } = await watchAuditLogs(context, stopping);
        if (!stopping.aborted) onAuditCheck(broken.length);
      },
    },
    { name: 'audit heads', intervalMs: minute, atStart: true, run: () => context.auditAnchors.advance() },
    {
      name: 'purge',
      intervalMs: 15 * minute,
      atStart: true,
      trustsClock: true,
      run: alone('purge', (signal) => purge(context, signal)),
    },
    { name: 'activity', intervalMs: activityDelayMs, run: () => context.callers.flush() },
    { name: 'failed sign-ins', intervalMs: activityDelayMs, run: () => context.failedSignIns.flush() },
    {
      name: 'hosting costs',
      intervalMs: hour,
      atStart: true,
      trustsClock: true,
      run: alone('hosting costs', (signal) => recordHostingCosts(context, signal)),
    },
    {
      name: 'upgrade reminders',
      intervalMs: 15 * minute,
      trustsClock: true,
      run: alone('upgrade reminders', (signal) => sendUpgradeReminders(context, signal)),
    },
    {
      name: 'sample activity',
      intervalMs: 5 * minute,
      atStart: true,
      run: alone('sample activity', () => continueSamples(context)),
    },
    {
      name: 'upgrade copies',
      intervalMs: hour,
      trustsClock: true,
      run: () => deleteOutdatedCopies(dataFolder(context.config.dataDir), context.clock.now(), context.log),
    },
    { name: 'keys', intervalMs: 5 * second, atStart: true, run: () => followKeys(context) },
    { name: 'clock', intervalMs: day, atStart: true, run: () => checkClock(context) },
    { name: 'backup', intervalMs: minute, atStart: true, run: () => context.backups.runIfDue() },
    { name: 'checkpoint', intervalMs: 10 * minute, run: () => context.db.checkpoint('passive') },
  ] as const satisfies readonly Job[];
};
