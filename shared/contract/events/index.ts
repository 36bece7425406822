import type { OperationSpec } from '../operation.ts';
import { createEventDestination } from './create-event-destination.ts';
import { deleteEventDestination } from './delete-event-destination.ts';
import { getEventDestination } from './get-event-destination.ts';
import { listEventDeliveries } from './list-event-deliveries.ts';
import { listEventDestinations } from './list-event-destinations.ts';
import { listEvents } from './list-events.ts';
import { replayEventDelivery } from './replay-event-delivery.ts';
import { rollEventSecret } from './roll-event-secret.ts';
import { testEventDestination } from './test-event-destination.ts';
import { updateEventDestination } from './update-event-destination.ts';

/** The operations of events. */
export const events = {
  listEvents,
  listEventDestinations,
  getEventDestination,
  createEventDestination,
  updateEventDestination,
  deleteEventDestination,
  rollEventSecret,
  testEventDestination,
  listEventDeliveries,
  replayEventDelivery,
} as const satisfies Record<string, OperationSpec>;
