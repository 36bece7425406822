import type { contract } from '#shared/contract/index.ts';
import { countRuns, listRuns } from '../../../storage/store/hosting/upgrade-runs.ts';
import type { Handler } from '../../handler.ts';
import { readPage } from '../../read-page.ts';
import { findScope } from '../hosting-context.ts';
import { presentRun } from './runs.ts';

/** Runs of the current account, newest first. */
export const listUpgradeRuns: Handler<typeof contract.hosting.listUpgradeRuns> = async (
  { db, steady },
  input,
  { caller, client },
) => {
  const scope = await findScope(db.read, caller.principal.tenantId);
  if (!scope) return { runs: [], total: 0 };
  const filter = { serviceId: input.serviceid, show: input.show };
  const [rows, total] = await Promise.all([
    readPage(input, client, (page) => listRuns(db.read, scope, filter, page)),
    countRuns(db.read, scope, filter),
  ]);
  return { runs: rows.map((run) => presentRun(run, steady)), total };
};
