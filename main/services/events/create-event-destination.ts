import type { contract } from '#shared/contract/index.ts';
import { eventLimits } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { given } from '../../mail/mail-params.ts';
import { lastAuditSequence } from '../../storage/store/audit/audit-events.ts';
import {
  countEventDestinations,
  type EventDestinationRow,
  insertEventDestination,
} from '../../storage/store/events/event-destinations.ts';
import { isSigned } from '../../webhooks/message.ts';
import { newSigningSecret } from '../../webhooks/signature.ts';
import type { Handler } from '../handler.ts';
import { notifyOtherOwners, tenantParams } from '../identity/notices.ts';
import { recordEvent } from '../recording/record-event.ts';
import { assertReachable } from './assert-reachable.ts';
import { destinationDetails, destinationTarget } from './destination-details.ts';
import { destinationNow } from './present-destination.ts';

/** Adds a destination. It is told of what happens from now on, beginning with its own creation. */
export const createEventDestination: Handler<typeof contract.events.createEventDestination> = async (
  context,
  { tenant_id, kind, name, url, event_types, allow_private_addresses },
  { client, transaction },
) => {
  const { ids, clock, secretBox } = context;
  assertReachable(url, allow_private_addresses);
  return transaction(async (tx, caller) => {
    if ((await countEventDestinations(tx, tenant_id)) >= eventLimits.perTenant) {
      throw new AppError('TOO_MANY_EVENT_DESTINATIONS');
    }
    const place = { id: ids.id('dest'), tenant_id };
    const secret = isSigned(kind) ? newSigningSecret(ids) : null;
    const row: EventDestinationRow = {
      ...place,
      kind,
      name,
      sealed_url: secretBox.seal('event_destinations.sealed_url', place, url),
      event_types: event_types?.join(',') ?? '',
      allow_private: allow_private_addresses ? 1 : 0,
      sealed_secret: secret === null ? null : secretBox.seal('event_destinations.sealed_secret', place, secret),
      sealed_old_secret: null,
      old_secret_until: null,
      enabled: 1,
      disabled_for: null,
      position: await lastAuditSequence(tx, tenant_id),
      failures: 0,
      failing_since: null,
      paused_until: null,
      asked_until: null,
      last_delivered_at: null,
      created_at: clock.now(),
    };
    await insertEventDestination(tx, row);
    const named = await tenantParams(tx, tenant_id);
    const origin = { by: caller.user, client };
    await notifyOtherOwners(context, tx, tenant_id, 'event_destination_added', origin, {
      ...named,
      destination: given.text(name),
      host: given.host(new URL(url).hostname),
    });
    await recordEvent(context, tx, {
      action: 'createEventDestination',
      actor: caller.user,
      client,
      target: destinationTarget(row),
      details: destinationDetails(row, url),
    });
    return { ...(await destinationNow(context, tx, tenant_id, row.id)), secret };
  });
};
