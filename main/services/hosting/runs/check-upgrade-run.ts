import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { loadHostingContext } from '../hosting-context.ts';
import { inTime } from './in-time.ts';
import { pollProvider } from './poll-provider.ts';
import { recordRun } from './record-run.ts';
import { runCommand } from './run-command.ts';

/** Polls now instead of waiting for the job. If the provider is unreachable, the run shows that and does not move. */
export const checkUpgradeRun: Handler<typeof contract.hosting.checkUpgradeRun> = runCommand({
  action: 'checkUpgradeRun',
  allowed: 'check',
  act: async ({ context, run, runActor }) => {
    const hosting = await loadHostingContext(context, run.tenant_id);
    // The stored key goes out with the request: check the caller right before.
    await runActor.transaction(async () => {});
    return inTime(context, hosting, run, (lasting) =>
      pollProvider(lasting, hosting, run, (tx) => recordRun(lasting, tx, run, runActor, {})),
    );
  },
});
