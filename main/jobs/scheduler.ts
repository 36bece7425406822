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
  /** Stops, and waits for running jobs. */
  stop(): Promise<void>;
}

export const createScheduler = (jobs: readonly Job[], log: Logger): Scheduler => {
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<string, Promise<void>>();
  const launch = ({ name, run }: Job): void => {
    if (running.has(name)) return;
    const attempt = run()
      .catch((error: unknown) => log.error({ job: name, err: error }, 'job failed; will retry on schedule'))
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
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running.values());
    },
  };
};
