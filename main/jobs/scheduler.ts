import { minute } from '#shared/rules/limits.ts';
import { toAppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { JobRuns } from '../platform/job-runs.ts';
import type { Logger } from '../platform/logger.ts';

export interface Job<Name extends string = string> {
  name: Name;
  /** Milliseconds between runs. */
  intervalMs: number;
  run: () => Promise<void>;
  /** Whether it deletes, ends or settles what is past: not while the clock may be ahead. It then waits for a steady clock. */
  trustsClock?: true;
  /** Whether it runs as soon as the scheduler starts, and not only after its first interval. */
  atStart?: true;
}

/** How long a job waits for a clock that may be wrong, before it asks again. */
const clockRetryMs = minute;

/** Runs jobs at intervals, never two runs of one job at once. */
export interface Scheduler<Name extends string = string> {
  start(): void;
  /** Runs a job now, in the background. Does nothing once the scheduler stops. */
  launch(name: Name): void;
  /** How the jobs went since the start. */
  runs(): readonly JobRuns[];
  /** Stops, and waits for running jobs. */
  stop(): Promise<void>;
}

const fresh = (name: string): JobRuns => ({
  name,
  failures: 0,
  succeededAt: undefined,
  isRunning: false,
  startedAt: undefined,
  durationMs: undefined,
  result: undefined,
  nextAt: undefined,
});

/** @param isSteady whether the clock can be trusted with what can't be undone */
export const createScheduler = <Name extends string>(
  jobs: readonly Job<Name>[],
  log: Logger,
  clock: Clock,
  isSteady: () => boolean,
): Scheduler<Name> => {
  const runs = new Map(jobs.map(({ name }): [string, JobRuns] => [name, fresh(name)]));
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, NodeJS.Timeout>();
  let isStopped = false;
  const launch = (job: Job): void => {
    if (isStopped) return;
    const { name, run, trustsClock } = job;
    // Every job asks, also those that don't need to know: a clock that jumps ahead and back must not go unnoticed.
    const mayTrust = isSteady() || !trustsClock;
    if (running.has(name)) return;
    clearTimeout(waiting.get(name));
    if (!mayTrust) {
      waiting.set(name, setTimeout(() => launch(job), clockRetryMs).unref());
      return;
    }
    const record = runs.get(name) ?? fresh(name);
    const startedAt = clock.now();
    Object.assign(record, { isRunning: true, startedAt });
    const attempt = run()
      .then(() => {
        record.succeededAt = clock.now();
        record.result = 'ok';
      })
      .catch((error: unknown) => {
        // A busy moment passes by itself. Only the next failure in a row is one that someone has to look into.
        const isBusyOnce = record.result !== 'failed' && toAppError(error).key === 'BUSY';
        record.failures += 1;
        record.result = 'failed';
        if (isBusyOnce) log.warn({ job: name }, 'the service was too busy for a job; will retry on schedule');
        else log.error({ job: name, err: error }, 'job failed; will retry on schedule');
      })
      .finally(() => {
        running.delete(name);
        record.isRunning = false;
        record.durationMs = Math.max(0, clock.now() - startedAt);
      });
    running.set(name, attempt);
  };
  return {
    start() {
      for (const job of jobs) {
        const due = (): void => {
          const record = runs.get(job.name);
          if (record) record.nextAt = clock.now() + job.intervalMs;
        };
        due();
        const tick = (): void => {
          due();
          launch(job);
        };
        timers.push(setInterval(tick, job.intervalMs).unref());
        if (job.atStart) launch(job);
      }
    },
    launch(name) {
      for (const job of jobs) if (job.name === name) launch(job);
    },
    runs: () => [...runs.values()],
    async stop() {
      isStopped = true;
      for (const timer of [...timers, ...waiting.values()]) clearInterval(timer);
      await Promise.all(running.values());
    },
  };
};
