import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { findScope } from '../hosting-context.ts';
import { presentRun, requireRun } from './runs.ts';

/** The run as stored; the poll job asks the provider. */
export const getUpgradeRun: Handler<typeof contract.hosting.getUpgradeRun> = async (
  { db, steady },
  { run_id },
  { caller },
) => {
  const run = await requireRun(db.read, await findScope(db.read, caller.principal.tenantId), run_id);
  return presentRun(run, steady);
};
