import { runTimesMs } from '#shared/flows/hosting.ts';
import type { SystemContext } from '../services/context.ts';
import { advanceOpenRuns, createPollRounds } from '../services/hosting/advance-runs.ts';
import { hasWorkGoingOn } from '../services/hosting/runs/lost-work.ts';
import type { Queries } from '../storage/database/schema.ts';
import { hasRunningQueue } from '../storage/store/hosting/upgrade-queues.ts';
import { hasChangeUnderWay, hasRunsToPoll } from '../storage/store/hosting/upgrade-runs.ts';

/**
 * Polls open runs: at startup, then every 15 to 30 seconds as long as any are open, or every 3 while a server may be off.
 */
export interface UpgradePoll {
  start(): void;
  stop(): Promise<void>;
}

/** Milliseconds until the next round; undefined if there is nothing to do. */
const nextRound = async (db: Queries, random: () => number): Promise<number | undefined> => {
  if (await hasChangeUnderWay(db)) return runTimesMs.pollChange;
  const isNeeded = (await hasRunsToPoll(db)) || (await hasRunningQueue(db)) || (await hasWorkGoingOn(db));
  return isNeeded ? runTimesMs.poll + random() * runTimesMs.pollJitter : undefined;
};

/** `random` returns [0, 1). The jitter keeps installations from polling the provider in lockstep. */
export const createUpgradePoll = (context: SystemContext, random: () => number): UpgradePoll => {
  const { db, log } = context;
  const stopping = new AbortController();
  const rounds = createPollRounds();
  /** Rounds that have not ended. Each has tenants of its own. */
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  /** Whether the timer is set for a server that may be off. */
  let isSoon = false;

  const advance = (): Promise<void> =>
    db
      .lead('upgrades', (signal) => advanceOpenRuns(context, AbortSignal.any([signal, stopping.signal]), rounds))
      .then(
        () => {},
        (error: unknown) => log.error({ err: error }, 'failed to poll open upgrades; will retry on schedule'),
      );
  const begin = (): void => {
    timer = undefined;
    isSoon = false;
    // The next round doesn't wait for this one: a provider that hangs would delay the runs of every other tenant.
    const round: Promise<void> = Promise.all([advance(), arm()]).then(() => void running.delete(round));
    running.add(round);
  };
  /** Sets the timer if any run is open, or sets it earlier. */
  const arm = async (): Promise<void> => {
    const wait = await nextRound(db.read, random).catch((error: unknown) => {
      log.error({ err: error }, 'failed to count open upgrades');
      return runTimesMs.poll;
    });
    if (wait === undefined || stopping.signal.aborted) return;
    const isEarlier = wait === runTimesMs.pollChange && !isSoon;
    if (timer && !isEarlier) return;
    clearTimeout(timer);
    isSoon = wait === runTimesMs.pollChange;
    timer = setTimeout(begin, wait);
    timer.unref();
  };

  return {
    start() {
      db.changes.onCommit('runs', () => {
        if (!isSoon && !stopping.signal.aborted) void arm();
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
