import type { getEventDestination } from '#shared/contract/events/get-event-destination.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { found } from '../../platform/app-error.ts';
import { toIso } from '../../platform/clock.ts';
import type { Queries } from '../../storage/database/schema.ts';
import { countWaitingDeliveries } from '../../storage/store/events/event-deliveries.ts';
import { type EventDestinationRow, findEventDestination } from '../../storage/store/events/event-destinations.ts';
import { findMailHold } from '../../storage/store/mail/mail-hold.ts';
import type { AppContext } from '../context.ts';
import { typesOf } from './destination-types.ts';

const instant = (at: number | null): string | null => (at === null ? null : toIso(at));

const stateOf = ({ enabled, disabled_for, failing_since }: EventDestinationRow, isHeld: boolean) => {
  if (enabled === 0) return disabled_for === null ? 'off' : 'disabled';
  if (isHeld) return 'held';
  return failing_since === null ? 'working' : 'failing';
};

/** A destination as its owners see it. The signing secret is never shown again. */
export const presentDestination = (
  { secretBox, clock }: Pick<AppContext, 'secretBox' | 'clock'>,
  row: EventDestinationRow,
  waiting: number,
  isHeld: boolean,
): OutputOf<typeof getEventDestination> => ({
  destination_id: row.id,
  kind: row.kind,
  name: row.name,
  url: secretBox.open('event_destinations.sealed_url', row),
  event_types: typesOf(row),
  allow_private_addresses: row.allow_private === 1,
  enabled: row.enabled === 1,
  state: stateOf(row, isHeld),
  position: row.position,
  waiting,
  failing_since: instant(row.failing_since),
  last_delivered_at: instant(row.last_delivered_at),
  old_secret_expires_at:
    row.old_secret_until !== null && row.old_secret_until > clock.now() ? toIso(row.old_secret_until) : null,
  created_at: toIso(row.created_at),
});

/** Reads a destination again, as the answer to a change. */
export const destinationNow = async (
  context: Pick<AppContext, 'secretBox' | 'clock'>,
  db: Queries,
  tenantId: string,
  id: string,
): Promise<OutputOf<typeof getEventDestination>> => {
  const waiting = await countWaitingDeliveries(db, tenantId);
  const row = found(await findEventDestination(db, tenantId, id));
  return presentDestination(context, row, waiting.get(id) ?? 0, (await findMailHold(db)) !== undefined);
};
