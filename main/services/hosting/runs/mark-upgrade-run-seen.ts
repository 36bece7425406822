import type { contract } from '#shared/contract/index.ts';
import { recordSeen } from '../../../storage/store/hosting/upgrade-runs.ts';
import type { Handler } from '../../handler.ts';
import { recordRun } from './record-run.ts';
import { runCommand } from './run-command.ts';
import { reloadRun } from './runs.ts';

/** No-op if already seen. */
export const markUpgradeRunSeen: Handler<typeof contract.hosting.markUpgradeRunSeen> = runCommand({
  action: 'markUpgradeRunSeen',
  act: async ({ context, run, runActor }) => {
    if (run.seen_version !== run.version) {
      await runActor.transaction(async (tx) => {
        await recordSeen(tx, run);
        await recordRun(context, tx, run, runActor, {});
      });
    }
    return reloadRun(context.db.read, run);
  },
});
