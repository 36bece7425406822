import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { findScope } from '../hosting-context.ts';
import { presentIpAddress, requireIpAddress } from './ip-addresses.ts';

/** A current address. */
export const getIpAddress: Handler<typeof contract.hosting.getIpAddress> = async ({ db }, { ip_id }, { caller }) =>
  presentIpAddress(await requireIpAddress(db.read, await findScope(db.read, caller.principal.tenantId), ip_id));
