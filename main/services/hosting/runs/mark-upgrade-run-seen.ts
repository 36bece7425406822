import type { contract } from '#shared/contract/index.ts';
import { recordSeen } from '../../../store/upgrade-runs.ts';
import type { Handler } from '../../handler.ts';
import { findScope } from '../hosting-context.ts';
import { recordRun } from './move-run.ts';
import { presentRun, reloadRun, requireRun } from './runs.ts';

/** No-op if already seen. */
export const markUpgradeRunSeen: Handler<typeof contract.hosting.markUpgradeRunSeen> = async (
  context,
  { run_id },
  { caller, client, transaction },
) => {
  const { db, clock } = context;
  const run = await requireRun(db.read, await findScope(db.read, caller.user.tenantId), run_id);
  if (run.seen_version !== run.version) {
    await transaction(async (tx, caller) => {
      await recordSeen(tx, run);
      await recordRun(context, tx, run, { action: 'markUpgradeRunSeen', actor: caller.user, client });
    });
  }
  return presentRun(await reloadRun(db.read, run), clock.now());
};
