import { eventLimits, minute, second } from '#shared/rules/limits.ts';
import { latestEnd, remainingWait } from '../../platform/remaining-wait.ts';
import type { SystemContext } from '../../services/context.ts';
import { disableDestination } from '../../services/events/disable-destination.ts';
import type { Commit } from '../../storage/database/change-feed.ts';
import { dueDeliveries, hasWaitingDelivery } from '../../storage/store/events/event-deliveries.ts';
import {
  type EventDestinationRow,
  findActiveDestination,
  listActiveDestinations,
} from '../../storage/store/events/event-destinations.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { queueDeliveries } from './queue-deliveries.ts';

/** Sends events to where organizations want them: soon after each commit, and again after failures. */
export interface EventWorker {
  start(): void;
  /** Sends everything that is due; resolves when nothing is left. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** How soon after a commit a round begins, so that a bulk operation is one. */
const collectMs = 50;
/** How often to look while something waits for a later attempt, and while nothing does. */
const retryPollMs = 2 * second;
const idlePollMs = 1 * minute;
/** The longest that a delivery waits for its next attempt. */
const longestWaitMs = Math.max(...eventLimits.retriesMs);
/** How long a pause may last, whoever asked for it. */
const longestPauseMs = 60 * minute;

export const createEventWorker = (context: SystemContext): EventWorker => {
  const { db, clock, clockWatch, log } = context;
  const stopping = new AbortController();
  /** Attempts that are under way, by tenant and destination. */
  const ofTenant = new Map<string, Set<Promise<void>>>();
  const serving = new Map<string, Promise<void>>();
  /** Whose changes matter. Undefined until that was read. */
  let tenants: ReadonlySet<string> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;

  const isDead = ({ failing_since }: EventDestinationRow): boolean =>
    failing_since !== null && clockWatch.dueTime() - failing_since >= eventLimits.disabledAfterMs;

  /** How many more attempts may begin for a destination. One that fails gets one at a time. */
  const roomFor = (destination: EventDestinationRow, underWay: number): number => {
    const { tenant_id, failures, paused_until } = destination;
    const now = clock.now();
    if (paused_until !== null && remainingWait(paused_until, now, longestPauseMs) > 0) return 0;
    const atOnce = failures > 0 ? 1 : eventLimits.atOnce;
    const left = eventLimits.atOncePerTenant - (ofTenant.get(tenant_id)?.size ?? 0);
    return Math.max(0, Math.min(atOnce - underWay, left));
  };

  /** Begins an attempt. Its error is ours, and must not keep the other attempts from going on. */
  const begin = (tenantId: string, attempt: Promise<void>): Promise<void> => {
    const all = ofTenant.get(tenantId) ?? new Set();
    ofTenant.set(tenantId, all);
    const ended: Promise<void> = attempt
      .catch((error: unknown) =>
        log.error({ err: error, tenant_id: tenantId }, 'failed to deliver an event; will retry'),
      )
      .finally(() => {
        all.delete(ended);
        if (all.size === 0) ofTenant.delete(tenantId);
      });
    all.add(ended);
    return ended;
  };

  /** Works off a destination until nothing of it is due. */
  const serve = async ({ tenant_id, id }: EventDestinationRow): Promise<void> => {
    const underWay = new Map<string, Promise<void>>();
    for (;;) {
      const destination = await findActiveDestination(db.read, tenant_id, id);
      if (destination && isDead(destination)) {
        await db.transaction({ tenant: tenant_id }, (tx) => disableDestination(context, tx, destination, 'failing'));
      } else if (destination && !stopping.signal.aborted) {
        while (await queueDeliveries(context, (await findActiveDestination(db.read, tenant_id, id)) ?? destination));
        const limit = roomFor(destination, underWay.size);
        const now = clock.now();
        const due =
          limit === 0
            ? []
            : await dueDeliveries(db.read, id, {
                now,
                latest: latestEnd(now, longestWaitMs),
                overtakesBefore: now - eventLimits.orderMs,
                skip: [...underWay.keys()],
                limit,
              });
        for (const delivery of due) {
          const attempt = begin(tenant_id, attemptDelivery(context, destination, delivery, stopping.signal));
          underWay.set(delivery.id, attempt);
          void attempt.then(() => underWay.delete(delivery.id));
        }
      }
      if (underWay.size === 0) return;
      await Promise.race(underWay.values());
    }
  };

  const round = async (): Promise<void> => {
    const destinations = await listActiveDestinations(db.read);
    tenants = new Set(destinations.map(({ tenant_id }) => tenant_id));
    for (const destination of destinations) {
      if (stopping.signal.aborted || serving.has(destination.id)) continue;
      const served = serve(destination)
        .catch((error: unknown) => log.error({ err: error }, 'failed to send events; will retry'))
        .finally(() => serving.delete(destination.id));
      serving.set(destination.id, served);
    }
    if (destinations.length > 0) arm(await pollAfter());
    else arm(idlePollMs);
  };
  const pollAfter = async (): Promise<number> =>
    serving.size > 0 || (await hasWaitingDelivery(db.read)) ? retryPollMs : idlePollMs;

  const run = (): Promise<void> =>
    round().catch((error: unknown) => {
      log.error({ err: error }, 'failed to look for events to send; will retry');
      arm(idlePollMs);
    });
  const arm = (waitMs: number): void => {
    clearTimeout(timer);
    if (!stopping.signal.aborted) timer = setTimeout(run, waitMs).unref();
  };
  const runSoon = (): void => {
    soon = undefined;
    void run();
  };
  const nudge = (): void => {
    if (!stopping.signal.aborted) soon ??= setTimeout(runSoon, collectMs).unref();
  };
  const concerns = ({ everyone, tenants: changed }: Commit): boolean =>
    tenants === undefined || everyone || [...changed].some((tenant) => tenants?.has(tenant));

  return {
    start() {
      db.changes.onCommit('audit', (commit) => {
        if (concerns(commit)) nudge();
      });
      db.changes.onCommit('events', nudge);
      void run();
    },
    async drain() {
      await Promise.all(serving.values());
      await round();
      await Promise.all(serving.values());
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      clearTimeout(soon);
      await Promise.all(serving.values());
    },
  };
};
