import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { moveRun } from './move-run.ts';
import { runCommand } from './run-command.ts';
import { reloadRun } from './runs.ts';

/** Closes the run here only, not at the provider. The user has read and accepted what that means. */
export const closeUpgradeRun: Handler<typeof contract.hosting.closeUpgradeRun> = runCommand({
  action: 'closeUpgradeRun',
  allowed: 'close',
  act: async ({ context, run, runActor }) => {
    await runActor.transaction((tx) => moveRun(context, tx, run, 'closed', runActor));
    return reloadRun(context.db.read, run);
  },
});
