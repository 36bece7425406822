import type { EventDestinationRow } from '../../storage/store/events/event-destinations.ts';
import type { AuditTarget } from '../recording/record-event.ts';

/** What the audit log calls a destination. */
export const destinationTarget = ({ id, name }: Pick<EventDestinationRow, 'id' | 'name'>): AuditTarget => ({
  kind: 'event_destination',
  id,
  label: name,
});

/** What its rows tell of it. For a chat the whole address is a secret, so they name the host alone. */
export const destinationDetails = ({ id, kind }: Pick<EventDestinationRow, 'id' | 'kind'>, url: string) => ({
  destination_id: id,
  destination_kind: kind,
  host: new URL(url).host,
});
