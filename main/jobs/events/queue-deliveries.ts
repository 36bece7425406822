import { eventLimits } from '#shared/rules/limits.ts';
import { eventTypeOf } from '#shared/texts/event-types.ts';
import type { SystemContext } from '../../services/context.ts';
import { typesOf } from '../../services/events/destination-types.ts';
import { eventIdOf } from '../../services/events/present-event.ts';
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
  const room = eventLimits.waiting - waiting;
  if (room <= 0) return false;
  const entries = await auditEventsAfter(db.read, tenant_id, position, readAtOnce);
  const types = typesOf(destination);
  const wanted = entries
    // Its owner has seen how the test went.
    .filter(({ action, target_id }) => action !== 'testEventDestination' || target_id !== id)
    .filter(({ action }) => types === null || types.includes(eventTypeOf[action]));
  const beyond = wanted[room];
  const last = beyond ? beyond.sequence - 1 : entries.at(-1)?.sequence;
  if (last === undefined) return false;
  const now = clock.now();
  const rows = wanted.slice(0, room).map(
    (entry): EventDeliveryRow => ({
      id: ids.id('dlv'),
      tenant_id,
      destination_id: id,
      position: entry.sequence,
      event_id: eventIdOf(entry),
      event_type: eventTypeOf[entry.action],
      object_id: entry.target_id,
      status: 'waiting',
      attempts: 0,
      next_attempt_at: now,
      claimed_until: null,
      begun_at: now,
      replayed: 0,
      overtook: null,
      outcome: null,
      status_code: null,
      duration_ms: null,
      created_at: now,
      ended_at: null,
    }),
  );
  return db.transaction({ tenant: tenant_id }, async (tx) => {
    if (!(await advanceDestination(tx, destination, last))) return false;
    await insertEventDeliveries(tx, rows);
    return entries.length === readAtOnce && !beyond;
  });
};
