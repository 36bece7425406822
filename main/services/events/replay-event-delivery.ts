import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { found } from '../../platform/app-error.ts';
import { auditEventHash } from '../../storage/store/audit/audit-events.ts';
import * as store from '../../storage/store/events/event-deliveries.ts';
import { findEventDestination } from '../../storage/store/events/event-destinations.ts';
import type { Handler } from '../handler.ts';
import { recordEvent } from '../recording/record-event.ts';
import { destinationDetails, destinationTarget } from './destination-details.ts';
import { presentDelivery } from './present-delivery.ts';

/** Queues a delivery again, for when the destination is on. It keeps its ID, so a receiver that has it knows that. */
export const replayEventDelivery: Handler<typeof contract.events.replayEventDelivery> = async (
  context,
  { tenant_id, destination_id, delivery_id },
  { client, transaction },
) =>
  transaction(async (tx, caller) => {
    const destination = found(await findEventDestination(tx, tenant_id, destination_id));
    const filter = { tenantId: tenant_id, destinationId: destination_id };
    const { position } = found(await store.findEventDelivery(tx, filter, delivery_id));
    if ((await auditEventHash(tx, tenant_id, position)) === undefined) {
      throw new AppError('STATE_CONFLICT', { reason: 'event_removed' });
    }
    if (!(await store.requeueDelivery(tx, filter, delivery_id, context.clock.now()))) {
      throw new AppError('STATE_CONFLICT', { reason: 'delivery_waiting' });
    }
    const url = context.secretBox.open('event_destinations.sealed_url', destination);
    await recordEvent(context, tx, {
      action: 'replayEventDelivery',
      actor: caller.user,
      client,
      target: destinationTarget(destination),
      details: { ...destinationDetails(destination, url), position },
    });
    return presentDelivery(found(await store.findEventDelivery(tx, filter, delivery_id)));
  });
