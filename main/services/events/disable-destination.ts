import { given } from '../../mail/mail-params.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import * as store from '../../storage/store/events/event-destinations.ts';
import type { AppContext } from '../context.ts';
import { emailOwners } from '../identity/email-owners.ts';
import { timeParams } from '../identity/notices.ts';
import { recordEvent, systemActor } from '../recording/record-event.ts';

/** Turns off a destination that takes nothing anymore, and tells the owners. What waits is kept. */
export const disableDestination = async (
  context: AppContext,
  tx: WriteTransaction,
  destination: store.EventDestinationRow,
  reason: 'failing' | 'gone',
): Promise<void> => {
  const { tenant_id: tenantId, id, kind, name } = destination;
  if (!(await store.disableDestination(tx, destination, reason))) return;
  const { host, hostname } = new URL(context.secretBox.open('event_destinations.sealed_url', destination));
  await emailOwners(context, tx, tenantId, 'event_destination_disabled', (named, owner) => ({
    ...named,
    ...timeParams(context.clock.now(), owner),
    destination: given.text(name),
    host: given.host(hostname),
    reason: given.word(reason),
  }));
  await recordEvent(context, tx, {
    action: 'disableEventDestination',
    actor: systemActor(tenantId),
    target: { kind: 'event_destination', id, label: name },
    details: { destination_id: id, destination_kind: kind, host, reason },
  });
};
