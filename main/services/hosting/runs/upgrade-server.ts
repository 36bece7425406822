import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import { runBasis, sizesOf } from '../../../store/stored-columns.ts';
import type { RunChange } from '../../../store/upgrade-runs.ts';
import type { Handler } from '../../handler.ts';
import { loadOpenRunContext } from '../hosting-context.ts';
import { numberOf } from '../servers/servers.ts';
import { callProvider } from './call-provider.ts';
import { callerRunActor } from './move-run.ts';
import { presentRun, requireAllowed } from './runs.ts';

/** Applies the open run's order. The provider decides whether its invoice is paid (seed 001 §3). */
export const upgradeServer: Handler<typeof contract.hosting.upgradeServer> = async (
  context,
  { serviceid: serviceId, disk, upgrade_drive_type },
  call,
) => {
  const { hosting, server, run } = await loadOpenRunContext(context, call.caller.user.tenantId, serviceId);
  requireAllowed(run, 'apply', context.clock.now());
  const { disk_gb } = sizesOf(server);
  if (disk !== undefined && disk_gb !== null && disk < disk_gb) {
    throw new AppError('DISK_CANNOT_SHRINK', {
      reason: 'smaller_disk',
      params: { current_gb: disk_gb, wanted_gb: disk },
    });
  }
  const { plan } = runBasis(run);
  const change: RunChange =
    plan && disk !== undefined ? { plan: JSON.stringify({ ...plan, sizes: { ...plan.sizes, disk_gb: disk } }) } : {};
  const applied = await callProvider(
    context,
    hosting,
    run,
    callerRunActor(call, 'upgradeServer'),
    {
      intended: 'apply_intended',
      refused: 'apply_refused',
      accepted: 'apply_accepted',
      send: () =>
        hosting.provider.upgradeServer({
          serviceid: numberOf(server),
          upgrade_drive_type,
          ...(disk !== undefined && { disk }),
        }),
    },
    change,
  );
  return presentRun(applied, context.clock.now());
};
