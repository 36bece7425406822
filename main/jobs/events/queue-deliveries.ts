import { eventLimits } from '#shared/rules/limits.ts';
import { eventTypeOf } from '#shared/texts/event-types.ts';
import type { SystemContext } from '../../services/context.ts';
import { typesOf } from '../../services/recording/destination-types.ts';
import { auditEventsAfter } from '../../storage/store/audit/audit-events.ts';
import {
  countEventDeliveries,
  type EventDeliveryRow,
  insertEventDeliveries,
} from '../../storage/store/events/event-deliveries.ts';
import { advanceDestination, type EventDestinationRow } from '../../storage/store/events/event-destinations.ts';

/** Entries of the audit log that are read at a time. */
const readAtOnce = 200;

/**
 * Queues what has happened since a destination's position. The audit log is the outbox: its entry is written in the transaction of
 * the change, so nothing is lost, and who has no destination pays nothing. Another instance may do the same: one of
 * them moves the position. DECISION 0311.
 * @returns whether there is more to queue, and room for it
 */
export const queueDeliveries = async (
  { db, ids, clock }: Pick<SystemContext, 'db' | 'ids' | 'clock'>,
  destination: EventDestinationRow,
): Promise<boolean> => {
  const { tenant_id, id, position } = destination;
  const waiting = await countEventDeliveries(db.read, { tenantId: tenant_id, destinationId: id, status: 'waiting' });
  const room = Math.min(eventLimits.waiting - waiting, readAtOnce);
  if (room <= 0) return false;
  const entries = await auditEventsAfter(db.read, tenant_id, position, room);
  const last = entries.at(-1);
  if (!last) return false;
  const types = typesOf(destination);
  const now = clock.now();
  const rows = entries
    // Its owner has seen how the test went.
    .filter(({ action }) => action !== 'testEventDestination')
    .filter(({ action }) => types === null || types.includes(eventTypeOf[action]))
    .map(
      ({ sequence, action, target_id }): EventDeliveryRow => ({
        id: ids.id('dlv'),
        tenant_id,
        destination_id: id,
        position: sequence,
        event_type: eventTypeOf[action],
        object_id: target_id,
        status: 'waiting',
        attempts: 0,
        next_attempt_at: now,
        overtook: null,
        outcome: null,
        status_code: null,
        duration_ms: null,
        created_at: now,
        ended_at: null,
      }),
    );
  await db.transaction({ tenant: tenant_id }, async (tx) => {
    if (await advanceDestination(tx, destination, last.sequence)) await insertEventDeliveries(tx, rows);
  });
  return entries.length === room;
};
