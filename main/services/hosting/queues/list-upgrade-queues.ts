import type { contract } from '#shared/contract/index.ts';
import { countQueues, listQueues } from '../../../storage/store/hosting/upgrade-queues.ts';
import type { Handler } from '../../handler.ts';
import { readPage } from '../../read-page.ts';
import { findScope } from '../hosting-context.ts';
import { presentQueue } from './queues.ts';

export const listUpgradeQueues: Handler<typeof contract.hosting.listUpgradeQueues> = async (
  context,
  input,
  { caller, client },
) => {
  const { db } = context;
  const scope = await findScope(db.read, caller.principal.tenantId);
  if (!scope) return { queues: [], total: 0 };
  const rows = await readPage(input, client, (page) => listQueues(db.read, scope, page));
  const queues = await Promise.all(rows.map((row) => presentQueue(context, row)));
  return { queues, total: await countQueues(db.read, scope) };
};
