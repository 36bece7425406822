import type { z } from 'zod';
import type { eventDelivery } from '#shared/contract/events/resources.ts';
import { toIso } from '../../platform/clock.ts';
import type { EventDeliveryRow } from '../../storage/store/events/event-deliveries.ts';

/** A delivery as the owners of the organization see it. */
export const presentDelivery = (row: EventDeliveryRow): z.output<typeof eventDelivery> => ({
  delivery_id: row.id,
  event_id: row.event_id,
  type: row.event_type,
  position: row.position,
  status: row.status,
  attempts: row.attempts,
  next_attempt_at: row.status === 'waiting' ? toIso(row.next_attempt_at) : null,
  outcome: row.outcome,
  status_code: row.status_code,
  duration_ms: row.duration_ms,
  created_at: toIso(row.created_at),
  ended_at: row.ended_at === null ? null : toIso(row.ended_at),
});
