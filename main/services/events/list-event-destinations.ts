import type { contract } from '#shared/contract/index.ts';
import { countWaitingDeliveries } from '../../storage/store/events/event-deliveries.ts';
import * as store from '../../storage/store/events/event-destinations.ts';
import { findMailHold } from '../../storage/store/mail/mail-hold.ts';
import type { Handler } from '../handler.ts';
import { presentDestination } from './present-destination.ts';

/** The destinations of the organization, oldest first. */
export const listEventDestinations: Handler<typeof contract.events.listEventDestinations> = async (
  context,
  { tenant_id },
) => {
  const { read } = context.db;
  const rows = await store.listEventDestinations(read, tenant_id);
  const waiting = await countWaitingDeliveries(read, tenant_id);
  const isHeld = (await findMailHold(read)) !== undefined;
  return {
    destinations: rows.map((row) => presentDestination(context, row, waiting.get(row.id) ?? 0, isHeld)),
    total: rows.length,
  };
};
