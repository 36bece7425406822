import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { findScope } from '../hosting-context.ts';
import { moveRun } from './move-run.ts';
import { presentRun, reloadRun, requireAllowed, requireRun } from './runs.ts';

/** Nothing was ordered, or the provider no longer shows the order, so nothing is left behind. */
export const cancelUpgradeRun: Handler<typeof contract.hosting.cancelUpgradeRun> = async (
  context,
  { run_id },
  { caller, client, transaction },
) => {
  const { db, clock } = context;
  const run = await requireRun(db.read, await findScope(db.read, caller.user.tenantId), run_id);
  requireAllowed(run, 'cancel', clock.now());
  const runActor = { action: 'cancelUpgradeRun', actor: caller.user, client } as const;
  await transaction((tx) => moveRun(context, tx, run, 'cancelled', runActor));
  return presentRun(await reloadRun(db.read, run), clock.now());
};
