import type { contract } from '#shared/contract/index.ts';
import { changeRun } from '../../../storage/store/hosting/upgrade-runs.ts';
import type { Handler } from '../../handler.ts';
import { recordRun } from './record-run.ts';
import { runCommand } from './run-command.ts';
import { movedMeanwhile, reloadRun } from './runs.ts';

/** The order stays, and people apply it. */
export const cancelUpgradeWindow: Handler<typeof contract.hosting.cancelUpgradeWindow> = runCommand({
  action: 'cancelUpgradeWindow',
  allowed: 'cancel_window',
  act: async ({ context, run, runActor }) => {
    await runActor.transaction(async (tx) => {
      const isSeen = run.seen_version === run.version;
      const change = { apply_window: null, ...(isSeen && { seen_version: run.version + 1 }) };
      if (!(await changeRun(tx, run, change))) throw movedMeanwhile();
      await recordRun(context, tx, run, runActor, {});
    });
    return reloadRun(context.db.read, run);
  },
});
