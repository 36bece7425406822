import type { contract } from '#shared/contract/index.ts';
import { hour } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { found } from '../../platform/app-error.ts';
import * as store from '../../storage/store/events/event-destinations.ts';
import { newSigningSecret } from '../../webhooks/signature.ts';
import type { Handler } from '../handler.ts';
import { recordEvent } from '../recording/record-event.ts';
import { destinationDetails, destinationTarget } from './destination-details.ts';
import { destinationNow } from './present-destination.ts';

/** Replaces the signing secret. A secret that is already on its way out ends now: there are never more than two. */
export const rollEventSecret: Handler<typeof contract.events.rollEventSecret> = async (
  context,
  { tenant_id, destination_id, overlap_hours },
  { client, transaction },
) => {
  const { ids, clock, secretBox } = context;
  return transaction(async (tx, caller) => {
    const row = found(await store.findEventDestination(tx, tenant_id, destination_id));
    if (row.sealed_secret === null) throw new AppError('STATE_CONFLICT', { reason: 'not_signed' });
    const secret = newSigningSecret(ids);
    const old = overlap_hours === 0 ? undefined : secretBox.open('event_destinations.sealed_secret', row);
    await store.updateEventDestination(tx, tenant_id, destination_id, {
      sealed_secret: secretBox.seal('event_destinations.sealed_secret', row, secret),
      sealed_old_secret: old === undefined ? null : secretBox.seal('event_destinations.sealed_old_secret', row, old),
      old_secret_until: old === undefined ? null : clock.now() + overlap_hours * hour,
    });
    await recordEvent(context, tx, {
      action: 'rollEventSecret',
      actor: caller.user,
      client,
      target: destinationTarget(row),
      details: {
        ...destinationDetails(row, secretBox.open('event_destinations.sealed_url', row)),
        overlap_hours,
      },
    });
    return { ...(await destinationNow(context, tx, tenant_id, destination_id)), secret };
  });
};
