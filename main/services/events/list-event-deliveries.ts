import type { contract } from '#shared/contract/index.ts';
import { found } from '../../platform/app-error.ts';
import * as store from '../../storage/store/events/event-deliveries.ts';
import { findEventDestination } from '../../storage/store/events/event-destinations.ts';
import type { Handler } from '../handler.ts';
import { readPage } from '../read-page.ts';
import { presentDelivery } from './present-delivery.ts';

/** The deliveries to a destination, newest first. */
export const listEventDeliveries: Handler<typeof contract.events.listEventDeliveries> = async (
  { db },
  input,
  { client },
) => {
  const { tenant_id, destination_id, status } = input;
  found(await findEventDestination(db.read, tenant_id, destination_id));
  const filter = { tenantId: tenant_id, destinationId: destination_id, status };
  const total = await store.countEventDeliveries(db.read, filter);
  const rows = await readPage(input, client, (page) => store.listEventDeliveries(db.read, filter, page));
  return { deliveries: rows.map(presentDelivery), total };
};
