import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { loadHostingContext } from '../hosting-context.ts';
import { decideRun } from './decide-run.ts';
import { inTime } from './in-time.ts';
import { runCommand } from './run-command.ts';

/** Keeps the upgrade (seed 001 §3). */
export const confirmUpgrade: Handler<typeof contract.hosting.confirmUpgrade> = runCommand({
  action: 'confirmUpgrade',
  act: async ({ context, run, runActor }) => {
    const hosting = await loadHostingContext(context, run.tenant_id);
    return inTime(context, hosting, run, (lasting) => decideRun(lasting, hosting, run, 'confirm', runActor));
  },
});
