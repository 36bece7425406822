import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { loadHostingContext } from '../hosting-context.ts';
import { decideRun } from './decide-run.ts';
import { inTime } from './in-time.ts';
import { runCommand } from './run-command.ts';

/** Restores the server as it was before (seed 001 §3). */
export const revertUpgrade: Handler<typeof contract.hosting.revertUpgrade> = runCommand({
  action: 'revertUpgrade',
  act: async ({ context, run, runActor }) => {
    const hosting = await loadHostingContext(context, run.tenant_id);
    return inTime(context, hosting, run, (lasting) => decideRun(lasting, hosting, run, 'revert', runActor));
  },
});
