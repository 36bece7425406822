import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { loadHostingContext } from '../hosting-context.ts';
import { inTime } from './in-time.ts';
import { orderRun } from './order-run.ts';
import { runCommand } from './run-command.ts';
import { movedMeanwhile } from './runs.ts';

/** Orders exactly what was reviewed: choosing another plan in the meantime changes the version. */
export const orderUpgrade: Handler<typeof contract.hosting.orderUpgrade> = runCommand({
  action: 'orderUpgrade',
  act: async ({ context, run, runActor }, { version, accept_over_budget }) => {
    if (run.version !== version) throw movedMeanwhile();
    const hosting = await loadHostingContext(context, run.tenant_id);
    return inTime(context, hosting, run, (lasting) => orderRun(lasting, hosting, run, runActor, accept_over_budget));
  },
});
