import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { findScope } from '../hosting-context.ts';
import { presentServer, requireServer } from './servers.ts';

/** One server as last read. */
export const getServer: Handler<typeof contract.hosting.getServer> = async (
  { db },
  { serviceid: serviceId },
  { caller },
) => {
  return presentServer(await requireServer(db.read, await findScope(db.read, caller.principal.tenantId), serviceId));
};
