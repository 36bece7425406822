import type { contract } from '#shared/contract/index.ts';
import { changeRun } from '../../../store/upgrade-runs.ts';
import type { Handler } from '../../handler.ts';
import { findScope } from '../hosting-context.ts';
import { recordRun } from './move-run.ts';
import { movedMeanwhile, presentRun, reloadRun, requireAllowed, requireRun } from './runs.ts';

/** What the service does on its own before the provider would auto-confirm. */
export const setUpgradeDefault: Handler<typeof contract.hosting.setUpgradeDefault> = async (
  context,
  { run_id, decision },
  { caller, client, transaction },
) => {
  const { db, clock } = context;
  const run = await requireRun(db.read, await findScope(db.read, caller.user.tenantId), run_id);
  requireAllowed(run, 'set_default', clock.now());
  await transaction(async (tx, caller) => {
    const isSeen = run.seen_version === run.version;
    const change = { default_decision: decision, ...(isSeen && { seen_version: run.version + 1 }) };
    if (!(await changeRun(tx, run, change))) throw movedMeanwhile();
    await recordRun(context, tx, run, { action: 'setUpgradeDefault', actor: caller.user, client }, { decision });
  });
  return presentRun(await reloadRun(db.read, run), clock.now());
};
