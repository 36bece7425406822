import type { contract } from '#shared/contract/index.ts';
import { listServers } from '../../../storage/store/hosting/servers.ts';
import type { Handler } from '../../handler.ts';
import { recordEvent } from '../../recording/record-event.ts';
import { loadHostingContext } from '../hosting-context.ts';
import { providerTarget } from '../targets.ts';
import { readServers } from './read-servers.ts';
import { presentServer } from './servers.ts';

/** Reads servers and prices from the provider now. It only stores what it reads, so admins may do it too. */
export const syncServers: Handler<typeof contract.hosting.syncServers> = async (
  context,
  _input,
  { caller, client, transaction },
) => {
  const { tenantId } = caller.principal;
  const hosting = await loadHostingContext(context, tenantId);
  const { added, gone, leftOut, unreadable } = await readServers(context, hosting, transaction, (tx, synced) =>
    recordEvent(context, tx, {
      action: 'syncServers',
      actor: caller.principal,
      client,
      target: providerTarget(tenantId, hosting.scope.mode),
      details: { ...synced },
    }),
  );
  const rows = await listServers(context.db.read, hosting.scope);
  return { servers: rows.map(presentServer), added, gone, unreadable, left_out: leftOut };
};
