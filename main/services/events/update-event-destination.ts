import type { contract } from '#shared/contract/index.ts';
import { given } from '../../mail/mail-params.ts';
import { found } from '../../platform/app-error.ts';
import { lastAuditSequence } from '../../storage/store/audit/audit-events.ts';
import { failWaitingDeliveries, wakeDeliveries } from '../../storage/store/events/event-deliveries.ts';
import * as store from '../../storage/store/events/event-destinations.ts';
import type { Handler } from '../handler.ts';
import { notifyOtherOwners, tenantParams } from '../identity/notices.ts';
import { recordEvent } from '../recording/record-event.ts';
import { assertReachable } from './assert-reachable.ts';
import { destinationDetails, destinationTarget } from './destination-details.ts';
import { destinationNow } from './present-destination.ts';

/** Changes a destination. What was wrong with it before no longer counts: it is tried again at once. */
export const updateEventDestination: Handler<typeof contract.events.updateEventDestination> = async (
  context,
  { tenant_id, destination_id, name, url, event_types, allow_private_addresses, enabled, skip_waiting },
  { client, transaction },
) => {
  const { clock, secretBox } = context;
  return transaction(async (tx, caller) => {
    const old = found(await store.findEventDestination(tx, tenant_id, destination_id));
    const oldUrl = secretBox.open('event_destinations.sealed_url', old);
    const newUrl = url ?? oldUrl;
    if (url !== undefined || allow_private_addresses !== undefined) {
      assertReachable(newUrl, allow_private_addresses ?? old.allow_private === 1);
    }
    const isOn = enabled ?? old.enabled === 1;
    const last = skip_waiting ? await lastAuditSequence(tx, tenant_id) : undefined;
    if (skip_waiting) {
      await failWaitingDeliveries(tx, { tenantId: tenant_id, destinationId: destination_id }, clock.now());
    }
    await store.updateEventDestination(tx, tenant_id, destination_id, {
      name: name ?? old.name,
      ...(url !== undefined && { sealed_url: secretBox.seal('event_destinations.sealed_url', old, url) }),
      ...(event_types !== undefined && { event_types: event_types?.join(',') ?? '' }),
      ...(allow_private_addresses !== undefined && { allow_private: allow_private_addresses ? 1 : 0 }),
      enabled: isOn ? 1 : 0,
      disabled_for: isOn || enabled === false ? null : old.disabled_for,
      ...(last !== undefined && { position: last }),
      failures: 0,
      failing_since: null,
      paused_until: null,
      asked_until: null,
    });
    if (isOn) await wakeDeliveries(tx, destination_id, clock.now());
    if (newUrl !== oldUrl) {
      const named = await tenantParams(tx, tenant_id);
      const origin = { by: caller.user, client };
      await notifyOtherOwners(context, tx, tenant_id, 'event_destination_added', origin, {
        ...named,
        destination: given.text(name ?? old.name),
        host: given.host(new URL(newUrl).hostname),
      });
    }
    await recordEvent(context, tx, {
      action: 'updateEventDestination',
      actor: caller.user,
      client,
      target: destinationTarget({ ...old, name: name ?? old.name }),
      details: {
        ...destinationDetails(old, newUrl),
        enabled: isOn,
        ...(last !== undefined && { position_skipped: last }),
      },
    });
    return destinationNow(context, tx, tenant_id, destination_id);
  });
};
