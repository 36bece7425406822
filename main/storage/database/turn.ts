import { networkPath } from '../../platform/address-group.ts';
import type { Path } from '../../platform/fair-queue.ts';
import type { ReadScope } from './database.ts';

/** Whose turn it is: a tenant's, or that of an anonymous caller's networks. Undefined for the service itself. */
export const turnOf = ({ turn, tenant, address }: ReadScope): Path | undefined => {
  if (turn !== undefined) return [turn];
  if (tenant !== undefined) return [tenant];
  return address === undefined ? undefined : networkPath(address);
};

/** Of the service itself. */
export const serviceTurn: Path = [''];
