import { given } from '../../mail/mail-params.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import * as store from '../../storage/store/events/event-destinations.ts';
import { listOwners } from '../../storage/store/identity/users.ts';
import { preferencesOf } from '../../storage/store/stored-columns.ts';
import type { AppContext } from '../context.ts';
import { acceptsNotice } from '../identity/accepts-notice.ts';
import { tenantParams, timeParams } from '../identity/notices.ts';
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
  const named = await tenantParams(tx, tenantId);
  for (const owner of await listOwners(tx, tenantId)) {
    const admission = await acceptsNotice(context, tx, owner, 'event_destination_disabled');
    if (!admission) continue;
    await context.outbox.queue(tx, {
      kind: 'event_destination_disabled',
      tenantId,
      userId: owner.id,
      recipient: owner.email,
      language: preferencesOf(owner).language,
      params: {
        name: given.text(owner.name),
        ...named,
        ...timeParams(context.clock.now(), owner),
        destination: given.text(name),
        host: given.host(hostname),
        reason: given.word(reason),
      },
      admission,
    });
  }
  await recordEvent(context, tx, {
    action: 'disableEventDestination',
    actor: systemActor(tenantId),
    target: { kind: 'event_destination', id, label: name },
    details: { destination_id: id, destination_kind: kind, host, reason },
  });
};
