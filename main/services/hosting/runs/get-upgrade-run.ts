import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { findScope } from '../hosting-context.ts';
import { presentRun, requireRun } from './runs.ts';

/** A run as it is stored; the poll looks at the provider. */
export const getUpgradeRun: Handler<typeof contract.hosting.getUpgradeRun> = async (
  { db, clock },
  { run_id },
  { caller },
) => {
  const run = await requireRun(db.read, await findScope(db.read, caller.user.tenantId), run_id);
  return presentRun(run, clock.now());
};
