import { eventLimits } from '#shared/rules/limits.ts';
import { clockDifferenceMs, latestEnd, remainingWait } from '../../platform/remaining-wait.ts';
import type { SystemContext } from '../../services/context.ts';
import { dueDeliveries, nextAttemptAt } from '../../storage/store/events/event-deliveries.ts';
import {
  type EventDestinationRow,
  findActiveDestination,
  listActiveDestinations,
} from '../../storage/store/events/event-destinations.ts';
import { claimMs, createDeliveryWorker, type DeliveryQueue, type DeliveryWorker } from '../delivery-worker.ts';
import { attemptDelivery, type DueDelivery } from './attempt-delivery.ts';
import { queueDeliveries } from './queue-deliveries.ts';

/** The longest that a delivery waits for its next attempt. */
const longestWaitMs = Math.max(...eventLimits.retriesMs);

/** Events for where organizations want them. The audit log is the outbox, so a commit to it may have queued something. */
export const eventQueue = (context: SystemContext): DeliveryQueue<EventDestinationRow, DueDelivery> => {
  const { db, clock } = context;
  return {
    name: 'events',
    topics: ['events'],
    topicsOfKnown: ['audit'],
    recipients: () => listActiveDestinations(db.read),
    find: ({ tenant_id, id }) => findActiveDestination(db.read, tenant_id, id),
    fill: (destination) => queueDeliveries(context, destination),
    pausedUntil: ({ paused_until }) => paused_until,
    isFailing: ({ failures }) => failures > 0,
    due({ id }, limit, skip) {
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
    },
    attempt: (destination, delivery, stopping) => attemptDelivery(context, destination, delivery, stopping),
    async nextWait() {
      const now = clock.now();
      const next = await nextAttemptAt(db.read, latestEnd(now, claimMs));
      return next === undefined ? undefined : remainingWait(next, now, longestWaitMs);
    },
  };
};

/** Sends events to where organizations want them. */
export const createEventWorker = (context: SystemContext): DeliveryWorker =>
  createDeliveryWorker(context, eventQueue(context));
