import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import { toIso } from '../../platform/clock.ts';
import * as store from '../../storage/store/events/event-destinations.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import { messageFor } from '../../webhooks/message.ts';
import type { Handler } from '../handler.ts';
import { recordOutcome } from '../recording/record-outcome.ts';
import { destinationDetails, destinationTarget } from './destination-details.ts';
import { signingSecrets } from './signing-secrets.ts';

/** Sends an event that says that it is a test, whether the destination is on or not. Nothing about it is stored. */
export const testEventDestination: Handler<typeof contract.events.testEventDestination> = async (
  context,
  { tenant_id, destination_id },
  { client, transaction },
) => {
  const { clock, ids, postMessage, secretBox } = context;
  const { row, organization, actor } = await transaction(async (tx, caller) => ({
    row: found(await store.findEventDestination(tx, tenant_id, destination_id)),
    organization: (await findTenant(tx, tenant_id)).name,
    actor: caller.user,
  }));
  const now = clock.now();
  const message = messageFor(row.kind, {
    event: {
      id: ids.id('evt'),
      type: 'event_destination.tested',
      timestamp: toIso(now),
      data: {
        position: 1,
        tenant_id,
        action: 'testEventDestination',
        actor_id: actor.id,
        actor_name: actor.name,
        target_kind: 'event_destination',
        target_id: row.id,
        target_label: row.name,
        details: {},
      },
    },
    secrets: signingSecrets(context, row),
    now,
    organization,
  });
  const url = secretBox.open('event_destinations.sealed_url', row);
  const { outcome, status_code, duration_ms } = await postMessage(url, message, {
    allowPrivateAddresses: row.allow_private === 1,
    stopping: client.gone?.(),
  });
  await recordOutcome(context, {
    action: 'testEventDestination',
    actor,
    client,
    target: destinationTarget(row),
    details: { ...destinationDetails(row, url), outcome },
  });
  return { outcome, status_code, duration_ms };
};
