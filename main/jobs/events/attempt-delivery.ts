import { eventLimits, hour, minute, second } from '#shared/rules/limits.ts';
import type { SystemContext } from '../../services/context.ts';
import { disableDestination } from '../../services/events/disable-destination.ts';
import { presentEvent } from '../../services/events/present-event.ts';
import { signingSecrets } from '../../services/events/signing-secrets.ts';
import { auditEventsAfter } from '../../storage/store/audit/audit-events.ts';
import {
  claimDelivery,
  type EventDeliveryRow,
  recordAttempt,
  wakeDeliveries,
} from '../../storage/store/events/event-deliveries.ts';
import {
  type EventDestinationRow,
  findEventDestination,
  markDelivered,
  updateEventDestination,
} from '../../storage/store/events/event-destinations.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import { messageFor } from '../../webhooks/message.ts';
import { type Attempt, isOutage } from '../../webhooks/post-message.ts';
import { claimMs } from '../delivery-worker.ts';

/** A delivery that is due, and the earlier one about the same object that it overtakes. */
export type DueDelivery = EventDeliveryRow & { readonly overtakes: number | string | null };

/** Failures in a row after which a destination is given time. */
const patientFailures = 3;
const maxPauseMs = 15 * minute;
const maxAskedPauseMs = 1 * hour;
/** Past the last attempt of its schedule and this age, an event that others have overtaken is given up. */
const totalRetriesMs = eventLimits.retriesMs.reduce((sum, ms) => sum + ms, 0);

/** What a failure changes about its destination. */
const failureOf = (
  destination: EventDestinationRow,
  now: number,
  attempt: Attempt,
): Partial<Omit<EventDestinationRow, 'id' | 'tenant_id'>> => {
  const failing_since = destination.failing_since ?? now;
  if (!isOutage(attempt)) return { failing_since };
  const failures = destination.failures + 1;
  const given = failures < patientFailures ? 0 : Math.min(5 * second * 2 ** (failures - patientFailures), maxPauseMs);
  const asked = attempt.retryAfter === undefined ? 0 : Math.min(attempt.retryAfter * second, maxAskedPauseMs);
  const asked_until = asked === 0 ? destination.asked_until : Math.max(destination.asked_until ?? 0, now + asked);
  const paused = Math.max(given === 0 ? 0 : now + given, asked_until ?? 0);
  return { failures, failing_since, asked_until, paused_until: paused === 0 ? null : paused };
};

/** Records that nothing can be sent anymore, because the event was removed from the log. */
const giveUp = async ({ db, clock, eventAttempts }: SystemContext, delivery: DueDelivery): Promise<void> => {
  eventAttempts.count('removed');
  await recordAttempt(db.writeFor(delivery.tenant_id), delivery.id, {
    status: 'failed',
    attempts: delivery.attempts,
    next_attempt_at: delivery.next_attempt_at,
    overtook: null,
    outcome: 'removed',
    status_code: null,
    duration_ms: null,
    ended_at: clock.now(),
  });
};

const record = async (
  context: SystemContext,
  { sealed_url, tenant_id, id }: EventDestinationRow,
  delivery: DueDelivery,
  overtook: number | null,
  attempt: Attempt,
): Promise<void> => {
  const { clock, db } = context;
  const now = clock.now();
  const { outcome, status_code, duration_ms } = attempt;
  const isDelivered = outcome === 'delivered';
  const planned = eventLimits.retriesMs[delivery.attempts] ?? Math.max(...eventLimits.retriesMs);
  // The pauses of the destination are what spares one that is down: each of them ends with an attempt.
  const wait = isOutage(attempt) ? Math.min(planned, maxPauseMs) : planned;
  await db.transaction({ tenant: tenant_id }, async (tx) => {
    const destination = await findEventDestination(tx, tenant_id, id);
    // While a destination takes nothing, it is at fault, and not this event.
    const isAlone = !isOutage(attempt) || (destination?.last_delivered_at ?? 0) > delivery.begun_at;
    const isGivenUp =
      !isDelivered &&
      isAlone &&
      delivery.attempts >= eventLimits.retriesMs.length &&
      now - delivery.begun_at >= totalRetriesMs;
    const isOver = isDelivered || isGivenUp;
    const isRecorded = await recordAttempt(tx, delivery.id, {
      status: isDelivered ? 'delivered' : isGivenUp ? 'failed' : 'waiting',
      attempts: delivery.attempts + 1,
      next_attempt_at: now + (isOver ? 0 : wait),
      overtook,
      outcome,
      status_code,
      duration_ms,
      ended_at: isOver ? now : null,
    });
    // What an earlier address has answered says nothing of this one.
    if (!isRecorded || destination?.sealed_url !== sealed_url) return;
    if (isDelivered) {
      const failedSince = await markDelivered(tx, destination, now);
      // After an outage, what waits for its next attempt waited for the other side.
      if (failedSince !== null && now - failedSince >= eventLimits.orderMs) await wakeDeliveries(tx, id, now);
      return;
    }
    const change = failureOf(destination, now, attempt);
    await updateEventDestination(tx, tenant_id, id, change);
    const isDead = now - (change.failing_since ?? now) >= eventLimits.disabledAfterMs;
    if (outcome === 'gone' || isDead) {
      await disableDestination(context, tx, destination, outcome === 'gone' ? 'gone' : 'failing');
    }
  });
};

/** Sends an event once. If the service stops meanwhile, it is sent again: it may arrive twice, but never not at all. */
export const attemptDelivery = async (
  context: SystemContext,
  destination: EventDestinationRow,
  delivery: DueDelivery,
  stopping: AbortSignal,
): Promise<void> => {
  const { clock, db, secretBox, postMessage } = context;
  const { tenant_id, kind, allow_private } = destination;
  if (db.isShared && !(await claimDelivery(db.write, delivery, clock.now() + claimMs))) return;
  const [entry] = await auditEventsAfter(db.read, tenant_id, delivery.position - 1, 1);
  if (entry?.sequence !== delivery.position) return giveUp(context, delivery);
  const overtook = delivery.overtakes === null ? null : Number(delivery.overtakes);
  const event = presentEvent(entry);
  const message = messageFor(kind, {
    event: overtook === null ? event : { ...event, data: { ...event.data, overtook } },
    secrets: signingSecrets(context, destination),
    now: clock.now(),
    organization: (await findTenant(db.read, tenant_id)).name,
  });
  const url = secretBox.open('event_destinations.sealed_url', destination);
  const attempt = await postMessage(url, message, { allowPrivateAddresses: allow_private === 1, stopping });
  if (stopping.aborted && attempt.outcome !== 'delivered') return;
  context.eventAttempts.count(attempt.outcome);
  await record(context, destination, delivery, overtook, attempt);
};
