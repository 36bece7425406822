import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import * as store from '../../storage/store/events/event-destinations.ts';
import type { Handler } from '../handler.ts';
import { recordEvent } from '../recording/record-event.ts';
import { destinationDetails, destinationTarget } from './destination-details.ts';

/** Ends a destination. What is under way may still arrive. */
export const deleteEventDestination: Handler<typeof contract.events.deleteEventDestination> = async (
  context,
  { tenant_id, destination_id },
  { client, transaction },
) =>
  transaction(async (tx, caller) => {
    const row = found(await store.deleteEventDestination(tx, tenant_id, destination_id));
    await recordEvent(context, tx, {
      action: 'deleteEventDestination',
      actor: caller.user,
      client,
      target: destinationTarget(row),
      details: destinationDetails(row, context.secretBox.open('event_destinations.sealed_url', row)),
    });
    return { success: true as const, message: 'The event destination was removed' };
  });
