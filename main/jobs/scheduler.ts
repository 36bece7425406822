import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';

export interface Job {
  name: string;
  /** Milliseconds between runs. */
  intervalMs: number;
  run: () => Promise<void>;
}

/** Runs jobs at intervals, never two runs of one job at once. */
export interface Scheduler {
  start(): void;
  /** Runs a job now, in the background. */
  launch(name: string): void;
  /** How the jobs went since the start. */
  runs(): readonly JobRuns[];
  /** Stops, and waits for running jobs. */
  stop(): Promise<void>;
}

export interface JobRuns {
  name: string;
  failures: number;
  /** When the job last ended without an error, in milliseconds since the epoch. Undefined before. */
  succeededAt: number | undefined;
}

export const createScheduler = (jobs: readonly Job[], log: Logger, clock: Clock): Scheduler => {
  const runs = new Map(
    jobs.map(({ name }): [string, JobRuns] => [name, { name, failures: 0, succeededAt: undefined }]),
  );
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<string, Promise<void>>();
  const launch = ({ name, run }: Job): void => {
    if (running.has(name)) return;
    const record = runs.get(name);
    const attempt = run()
      .then(() => {
        if (record) record.succeededAt = clock.now();
      })
      .catch((error: unknown) => {
        if (record) record.failures += 1;
        log.error({ job: name, err: error }, 'job failed; will retry on schedule');
      })
      .finally(() => running.delete(name));
    running.set(name, attempt);
  };
  return {
    start() {
      for (const job of jobs) timers.push(setInterval(launch, job.intervalMs, job).unref());
    },
    launch(name) {
      for (const job of jobs) if (job.name === name) launch(job);
    },
    runs: () => [...runs.values()],
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running.values());
    },
  };
};
