import { eventLimits, hour, minute, second } from '#shared/rules/limits.ts';
import type { SystemContext } from '../../services/context.ts';
import { disableDestination } from '../../services/events/disable-destination.ts';
import { presentEvent } from '../../services/recording/present-event.ts';
import { signingSecrets } from '../../services/recording/signing-secrets.ts';
import { auditEventsAfter } from '../../storage/store/audit/audit-events.ts';
import {
  claimDelivery,
  type EventDeliveryRow,
  recordAttempt,
  wakeDeliveries,
} from '../../storage/store/events/event-deliveries.ts';
import { type EventDestinationRow, markDelivered, markFailing } from '../../storage/store/events/event-destinations.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import { messageFor } from '../../webhooks/message.ts';
import type { Attempt } from '../../webhooks/post-message.ts';

/** A delivery that is due, and the earlier one about the same object that it overtakes. */
export type DueDelivery = EventDeliveryRow & { readonly overtakes: number | string | null };

/** Longer than an attempt takes. */
const claimMs = 1 * minute;
/** Failures in a row after which a destination is given time. */
const patientFailures = 3;
const maxPauseMs = 15 * minute;
const maxAskedPauseMs = 1 * hour;

/** Until when a destination is left alone after a failure; null for no pause. */
const pauseAfter = (now: number, failures: number, { retryAfter }: Attempt): number | null => {
  const asked = retryAfter === undefined ? 0 : Math.min(retryAfter * second, maxAskedPauseMs);
  const given = failures < patientFailures ? 0 : Math.min(5 * second * 2 ** (failures - patientFailures), maxPauseMs);
  return asked === 0 && given === 0 ? null : now + Math.max(asked, given);
};

/** Records that nothing can be sent anymore, because the event was removed from the log. */
const giveUp = async ({ db, clock }: SystemContext, delivery: DueDelivery): Promise<void> => {
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
  destination: EventDestinationRow,
  delivery: DueDelivery,
  overtook: number | null,
  attempt: Attempt,
): Promise<void> => {
  const { clock, db } = context;
  const { tenant_id, id } = destination;
  const now = clock.now();
  const attempts = delivery.attempts + 1;
  const { outcome, status_code, duration_ms } = attempt;
  const isDelivered = outcome === 'delivered';
  // While nothing is taken, the destination is at fault, not this event: it waits until the destination works or is turned off.
  const isGivenUp = delivery.attempts >= eventLimits.retriesMs.length && destination.failing_since === null;
  const isOver = isDelivered || isGivenUp;
  const wait = eventLimits.retriesMs[delivery.attempts] ?? Math.max(...eventLimits.retriesMs);
  await db.transaction({ tenant: tenant_id }, async (tx) => {
    await recordAttempt(tx, delivery.id, {
      status: isDelivered ? 'delivered' : isOver ? 'failed' : 'waiting',
      attempts,
      next_attempt_at: now + (isOver ? 0 : wait),
      overtook,
      outcome,
      status_code,
      duration_ms,
      ended_at: isOver ? now : null,
    });
    if (isDelivered) {
      // What waits for its next attempt waited for the other side.
      if (await markDelivered(tx, tenant_id, id, now)) await wakeDeliveries(tx, id, now);
      return;
    }
    const failures = await markFailing(tx, tenant_id, id, now, (count) => pauseAfter(now, count, attempt));
    if (outcome === 'gone' && failures > 0) await disableDestination(context, tx, destination, 'gone');
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
  await record(context, destination, delivery, overtook, attempt);
};
