import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { cancelStart } from './plan-start.ts';
import { runCommand } from './run-command.ts';
import { reloadRun } from './runs.ts';

/** The order stays, and people apply it. */
export const cancelUpgradeWindow: Handler<typeof contract.hosting.cancelUpgradeWindow> = runCommand({
  action: 'cancelUpgradeWindow',
  allowed: 'cancel_window',
  act: async ({ context, run, runActor: { actor, client, transaction } }) => {
    await transaction((tx) => cancelStart(context, tx, run, { actor, client }));
    return reloadRun(context.db.read, run);
  },
});
