import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../../handler.ts';
import { loadRunContext } from '../hosting-context.ts';
import { recordRun } from './move-run.ts';
import { pollProvider } from './poll-provider.ts';
import { presentRun, requireAllowed } from './runs.ts';

/** Polls now instead of waiting for the job. If the provider is unreachable, the run shows that and does not move. */
export const checkUpgradeRun: Handler<typeof contract.hosting.checkUpgradeRun> = async (
  context,
  { run_id },
  { caller, client, transaction },
) => {
  const { clock } = context;
  const { hosting, run } = await loadRunContext(context, caller.user.tenantId, run_id);
  requireAllowed(run, 'check', clock.now());
  await transaction((tx, caller) =>
    recordRun(context, tx, run, { action: 'checkUpgradeRun', actor: caller.user, client }),
  );
  return presentRun(await pollProvider(context, hosting, run), clock.now());
};
