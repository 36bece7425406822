import type { contract } from '#shared/contract/index.ts';
import { reportAction, reportEvent } from '#shared/flows/upgrade-actions.ts';
import type { Handler } from '../../handler.ts';
import { loadHostingContext } from '../hosting-context.ts';
import { applyOrder } from './apply-order.ts';
import { inTime } from './in-time.ts';
import { moveRun } from './move-run.ts';
import { priceEnded } from './price-ended.ts';
import { runCommand } from './run-command.ts';
import { movedMeanwhile, reloadRun, requireAllowed } from './runs.ts';

/** DECISION 0111: an owner who has looked at the provider knows more than its answers tell. */
export const reportUpgradeFinding: Handler<typeof contract.hosting.reportUpgradeFinding> = runCommand({
  action: 'reportUpgradeFinding',
  act: async ({ context, run, runActor }, { finding, version }) => {
    if (run.version !== version) throw movedMeanwhile();
    requireAllowed(run, reportAction(finding), context.steady);
    const hosting = await loadHostingContext(context, run.tenant_id);
    if (finding === 'paid') {
      return inTime(context, hosting, run, (lasting) => applyOrder(lasting, hosting, run, runActor, 'paid_reported'));
    }
    await runActor.transaction((tx) => moveRun(context, tx, run, reportEvent(finding), runActor));
    return priceEnded(context, hosting, await reloadRun(context.db.read, run));
  },
});
