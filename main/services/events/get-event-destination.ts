import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { destinationNow } from './present-destination.ts';

/** A destination of the organization. */
export const getEventDestination: Handler<typeof contract.events.getEventDestination> = (
  context,
  { tenant_id, destination_id },
) => destinationNow(context, context.db.read, tenant_id, destination_id);
