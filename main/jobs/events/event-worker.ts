import { eventLimits, minute } from '#shared/rules/limits.ts';
import { clockDifferenceMs, latestEnd, remainingWait } from '../../platform/remaining-wait.ts';
import type { SystemContext } from '../../services/context.ts';
import type { Commit } from '../../storage/database/change-feed.ts';
import { dueDeliveries } from '../../storage/store/events/event-deliveries.ts';
import {
  type EventDestinationRow,
  findActiveDestination,
  listActiveDestinations,
} from '../../storage/store/events/event-destinations.ts';
import { attemptDelivery, claimMs, type DueDelivery } from './attempt-delivery.ts';
import { longestWaitMs, roundsMs, waitForRound } from './next-round.ts';
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
/** How long a destination is left alone if its deliveries can't be recorded. */
const troubleMs = 1 * minute;
/** Attempts of all organizations that are under way at a time. */
const atOnceInAll = 200;
/** How long a pause may last, whoever asked for it. */
const longestPauseMs = 60 * minute;

export const createEventWorker = (context: SystemContext): EventWorker => {
  const { db, clock, steady, log } = context;
  const stopping = new AbortController();
  /** How many attempts are under way, by tenant. */
  const underWayOf = new Map<string, number>();
  /** Whose destinations the next round serves. */
  const changed = new Set<string>();
  let isForAll = false;
  const serving = new Map<string, Promise<void>>();
  /** Whose changes matter. Undefined until that was read. */
  let tenants: ReadonlySet<string> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;

  /** Destinations whose attempts could not be recorded, and until when they are left alone. */
  const troubled = new Map<string, number>();
  let underWayInAll = 0;

  /** How many more attempts may begin for a destination. One that fails gets one at a time, and each gets one in any case. */
  const roomFor = ({ id, tenant_id, failures, paused_until }: EventDestinationRow, underWay: number): number => {
    if (paused_until !== null && remainingWait(paused_until, clock.now(), longestPauseMs) > 0) return 0;
    if ((troubled.get(id) ?? 0) > steady.now()) return 0;
    troubled.delete(id);
    const atOnce = (failures > 0 ? 1 : eventLimits.atOnce) - underWay;
    const ofTenant = eventLimits.atOncePerTenant - (underWayOf.get(tenant_id) ?? 0);
    return Math.max(underWay === 0 ? 1 : 0, Math.min(atOnce, ofTenant, atOnceInAll - underWayInAll));
  };

  const count = (tenantId: string, by: 1 | -1): void => {
    underWayInAll += by;
    const now = (underWayOf.get(tenantId) ?? 0) + by;
    if (now === 0) underWayOf.delete(tenantId);
    else underWayOf.set(tenantId, now);
  };

  const attempt = async (destination: EventDestinationRow, delivery: DueDelivery): Promise<void> => {
    const { tenant_id, id } = destination;
    count(tenant_id, 1);
    try {
      await attemptDelivery(context, destination, delivery, stopping.signal);
    } catch (error) {
      // Nothing is known of it, so it would be sent again at once.
      troubled.set(id, steady.now() + troubleMs);
      log.error({ err: error, tenant_id, destination_id: id }, 'failed to deliver an event; will retry');
    } finally {
      count(tenant_id, -1);
    }
  };

  const findDue = (id: string, limit: number, skip: readonly string[]) => {
    const now = clock.now();
    return dueDeliveries(db.read, id, {
      now,
      latest: latestEnd(now, longestWaitMs),
      latestClaim: latestEnd(now, claimMs),
      overtakesBefore: now - eventLimits.orderMs,
      latestCreation: now + clockDifferenceMs,
      skip,
      limit,
    });
  };

  /** Works off a destination until nothing of it is due. */
  const serve = async ({ tenant_id, id }: EventDestinationRow): Promise<void> => {
    const underWay = new Map<string, Promise<void>>();
    const find = () => (stopping.signal.aborted ? undefined : findActiveDestination(db.read, tenant_id, id));
    for (;;) {
      // What ends during the look may be what others wait for.
      const isLastLook = underWay.size === 0;
      let destination = await find();
      while (destination && (await queueDeliveries(context, destination))) destination = await find();
      if (destination) {
        const limit = roomFor(destination, underWay.size);
        const due = limit > 0 ? await findDue(id, limit, [...underWay.keys()]) : [];
        for (const delivery of due) {
          const sent = attempt(destination, delivery).finally(() => underWay.delete(delivery.id));
          underWay.set(delivery.id, sent);
        }
      }
      if (underWay.size > 0) await Promise.race(underWay.values());
      else if (isLastLook) return;
    }
  };

  /** @param only the tenants whose destinations are served; all, if absent */
  const round = async (only?: ReadonlySet<string>): Promise<void> => {
    const destinations = await listActiveDestinations(db.read);
    tenants = new Set(destinations.map(({ tenant_id }) => tenant_id));
    for (const destination of destinations) {
      const { id, tenant_id } = destination;
      if (stopping.signal.aborted || serving.has(id) || (only && !only.has(tenant_id))) continue;
      const served = serve(destination)
        .catch((error: unknown) => log.error({ err: error }, 'failed to send events; will retry'))
        .finally(() => serving.delete(id));
      serving.set(id, served);
    }
    arm(destinations.length > 0 ? await waitForRound(context) : roundsMs.max);
  };

  const run = (only?: ReadonlySet<string>): Promise<void> =>
    round(only).catch((error: unknown) => {
      log.error({ err: error }, 'failed to look for events to send; will retry');
      arm(roundsMs.max);
    });
  const arm = (waitMs: number): void => {
    clearTimeout(timer);
    if (!stopping.signal.aborted) timer = setTimeout(() => void run(), waitMs).unref();
  };
  const runSoon = (): void => {
    soon = undefined;
    const only = isForAll ? undefined : new Set(changed);
    changed.clear();
    isForAll = false;
    void run(only);
  };
  const nudge = ({ everyone, tenants: whose }: Commit): void => {
    if (everyone || whose.size === 0) isForAll = true;
    for (const tenant of whose) changed.add(tenant);
    if (!stopping.signal.aborted) soon ??= setTimeout(runSoon, collectMs).unref();
  };
  const concerns = ({ everyone, tenants: whose }: Commit): boolean =>
    tenants === undefined || everyone || [...whose].some((tenant) => tenants?.has(tenant));

  return {
    start() {
      db.changes.onCommit('audit', (commit) => {
        if (concerns(commit)) nudge(commit);
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
