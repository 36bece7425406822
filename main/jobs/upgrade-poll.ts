import { runTimesMs } from '#shared/flows/hosting.ts';
import type { SystemContext } from '../services/context.ts';
import { advanceOpenRuns, createPollRounds } from '../services/hosting/advance-runs.ts';
import type { Queries } from '../storage/database/schema.ts';
import { hasRunningQueue } from '../storage/store/hosting/upgrade-queues.ts';
import { hasRunsToPoll } from '../storage/store/hosting/upgrade-runs.ts';

/** Polls open runs: at startup, then every 15 to 30 seconds as long as any are open. */
export interface UpgradePoll {
  start(): void;
  stop(): Promise<void>;
}

const hasWork = async (db: Queries): Promise<boolean> => (await hasRunsToPoll(db)) || hasRunningQueue(db);

/** `random` returns [0, 1). The jitter keeps installations from polling the provider in lockstep. */
export const createUpgradePoll = (context: SystemContext, random: () => number): UpgradePoll => {
  const { db, log } = context;
  const stopping = new AbortController();
  const rounds = createPollRounds();
  /** Rounds that have not ended. Each has tenants of its own. */
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  const advance = (): Promise<void> =>
    db
      .lead('upgrades', (signal) => advanceOpenRuns(context, AbortSignal.any([signal, stopping.signal]), rounds))
      .then(
        () => {},
        (error: unknown) => log.error({ err: error }, 'failed to poll open upgrades; will retry on schedule'),
      );
  const begin = (): void => {
    timer = undefined;
    // The next round doesn't wait for this one: a provider that hangs would delay the runs of every other tenant.
    const round: Promise<void> = Promise.all([advance(), arm()]).then(() => void running.delete(round));
    running.add(round);
  };
  /** Sets the timer if any run is open. */
  const arm = async (): Promise<void> => {
    const isNeeded = await hasWork(db.read).catch((error: unknown) => {
      log.error({ err: error }, 'failed to count open upgrades');
      return true;
    });
    if (!isNeeded || timer || stopping.signal.aborted) return;
    timer = setTimeout(begin, runTimesMs.poll + random() * runTimesMs.pollJitter);
    timer.unref();
  };

  return {
    start() {
      db.changes.onCommit('runs', () => {
        if (!timer && !stopping.signal.aborted) void arm();
      });
      begin();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await Promise.all(running);
    },
  };
};
