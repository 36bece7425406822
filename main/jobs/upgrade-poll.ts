import { runTimesMs } from '#shared/hosting.ts';
import type { SystemContext } from '../context.ts';
import { advanceOpenRuns } from '../services/hosting/runs/advance-runs.ts';
import { hasRunsToPoll } from '../store/hosting/upgrade-runs.ts';

/** Polls open runs: at startup, then every 15 to 30 seconds as long as any are open. */
export interface UpgradePoll {
  start(): void;
  stop(): Promise<void>;
}

/** `random` returns [0, 1). The jitter keeps installations from polling the provider in lockstep. */
export const createUpgradePoll = (context: SystemContext, random: () => number): UpgradePoll => {
  const { db, log } = context;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    try {
      await advanceOpenRuns(context, stopping.signal);
    } catch (error) {
      log.error({ err: error }, 'failed to poll open upgrades; will retry on schedule');
    }
    round = undefined;
    await arm();
  };
  const begin = (): void => {
    timer = undefined;
    round ??= run();
  };
  /** Sets the timer if any run is open. */
  const arm = async (): Promise<void> => {
    const isNeeded = await hasRunsToPoll(db.read).catch((error: unknown) => {
      log.error({ err: error }, 'failed to count open upgrades');
      return true;
    });
    if (!isNeeded || timer || round || stopping.signal.aborted) return;
    timer = setTimeout(begin, runTimesMs.poll + random() * runTimesMs.pollJitter);
    timer.unref();
  };

  return {
    start() {
      db.changes.onCommit('runs', () => {
        if (!timer && !round && !stopping.signal.aborted) void arm();
      });
      begin();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await round;
    },
  };
};
