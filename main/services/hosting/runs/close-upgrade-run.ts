import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { findScope } from '../hosting-context.ts';
import { moveRun } from './move-run.ts';
import { presentRun, reloadRun, requireAllowed, requireRun } from './runs.ts';

/**
 * Closes the run here only, not at the provider. The user has read and accepted what that means, see closingMeanings.
 */
export const closeUpgradeRun: Handler<typeof contract.hosting.closeUpgradeRun> = async (
  context,
  { run_id },
  { caller, client, transaction },
) => {
  const { db, clock } = context;
  const run = await requireRun(db.read, await findScope(db.read, caller.user.tenantId), run_id);
  requireAllowed(run, 'close', clock.now());
  const runActor = { action: 'closeUpgradeRun', actor: caller.user, client } as const;
  await transaction((tx) => moveRun(context, tx, run, 'closed', runActor));
  return presentRun(await reloadRun(db.read, run), clock.now());
};
