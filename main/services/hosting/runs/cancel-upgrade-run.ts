import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { moveRun } from './move-run.ts';
import { runCommand } from './run-command.ts';
import { reloadRun } from './runs.ts';

/** Nothing was ordered, or the provider no longer shows the order, so nothing is left behind. */
export const cancelUpgradeRun: Handler<typeof contract.hosting.cancelUpgradeRun> = runCommand({
  action: 'cancelUpgradeRun',
  allowed: 'cancel',
  act: async ({ context, run, runActor }) => {
    await runActor.transaction((tx) => moveRun(context, tx, run, 'cancelled', runActor));
    return reloadRun(context.db.read, run);
  },
});
