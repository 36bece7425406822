import type { SystemContext } from '#main/services/context.ts';
import type { WriteTransaction } from '#main/storage/database/schema.ts';
import { type EventDeliveryRow, insertEventDeliveries } from '#main/storage/store/events/event-deliveries.ts';
import { insertEventDestination } from '#main/storage/store/events/event-destinations.ts';
import { newSigningSecret } from '#main/webhooks/signature.ts';
import { eventTypeOf } from '#shared/texts/event-types.ts';

/** A destination of a tenant, and what was sent to it. */
export interface SeededEvents {
  destinationId: string;
  delivered: string;
  waiting: string;
}

/** Writes a destination where no one listens, with a delivery that succeeded and one that waits. It is off, so nothing is tried. */
export const seedEvents = async (
  { ids, clock, secretBox }: SystemContext,
  tx: WriteTransaction,
  tenantId: string,
  enabled: 0 | 1 = 0,
): Promise<SeededEvents> => {
  const place = { id: ids.id('dest'), tenant_id: tenantId };
  const now = clock.now();
  await insertEventDestination(tx, {
    ...place,
    kind: 'webhook',
    name: 'Deployments',
    sealed_url: secretBox.seal('event_destinations.sealed_url', place, 'http://127.0.0.1:1/hook'),
    event_types: '',
    allow_private: 1,
    sealed_secret: secretBox.seal('event_destinations.sealed_secret', place, newSigningSecret(ids)),
    sealed_old_secret: secretBox.seal('event_destinations.sealed_old_secret', place, newSigningSecret(ids)),
    old_secret_until: now + 1_000,
    enabled,
    disabled_for: null,
    position: 1,
    failures: 1,
    failing_since: now,
    paused_until: null,
    asked_until: null,
    last_delivered_at: now - 1_000,
    created_at: now,
  });
  const delivery: Omit<EventDeliveryRow, 'id' | 'position' | 'status'> = {
    tenant_id: tenantId,
    destination_id: place.id,
    event_id: 'evt_seeded',
    event_type: eventTypeOf.signup,
    object_id: tenantId,
    attempts: 1,
    next_attempt_at: now + 5_000,
    claimed_until: null,
    begun_at: now,
    replayed: 0,
    overtook: null,
    outcome: 'network',
    status_code: null,
    duration_ms: 3,
    created_at: now,
    ended_at: null,
  };
  const [delivered, waiting] = [ids.id('dlv'), ids.id('dlv')];
  await insertEventDeliveries(tx, [
    { ...delivery, id: delivered, position: 1, status: 'delivered', outcome: 'delivered', ended_at: now },
    { ...delivery, id: waiting, position: 2, status: 'waiting' },
  ]);
  return { destinationId: place.id, delivered, waiting };
};
