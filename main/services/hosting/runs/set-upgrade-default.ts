import type { contract } from '#shared/contract/index.ts';
import { changeRun } from '../../../storage/store/hosting/upgrade-runs.ts';
import type { Handler } from '../../handler.ts';
import { recordRun } from './record-run.ts';
import { runCommand } from './run-command.ts';
import { movedMeanwhile, reloadRun } from './runs.ts';

/** Sets whether the service confirms or reverts if no one decides. It does neither unless someone has chosen. */
export const setUpgradeDefault: Handler<typeof contract.hosting.setUpgradeDefault> = runCommand({
  action: 'setUpgradeDefault',
  allowed: 'set_default',
  act: async ({ context, run, runActor }, { decision }) => {
    await runActor.transaction(async (tx) => {
      const isSeen = run.seen_version === run.version;
      const change = {
        default_decision: decision,
        default_chosen: 1 as const,
        ...(isSeen && { seen_version: run.version + 1 }),
      };
      if (!(await changeRun(tx, run, change))) throw movedMeanwhile();
      await recordRun(context, tx, run, runActor, { decision });
    });
    return reloadRun(context.db.read, run);
  },
});
