import type { contract } from '#shared/contract/index.ts';
import { toMinor } from '#shared/flows/money.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { RunChange } from '../../../storage/store/hosting/upgrade-runs.ts';
import { runBasis, sizesOf } from '../../../storage/store/stored-columns.ts';
import { planShape } from '../../../storage/store/stored-shapes.ts';
import type { Handler } from '../../handler.ts';
import { loadHostingContext } from '../hosting-context.ts';
import { requireServer } from '../servers/servers.ts';
import { applyOrder } from './apply-order.ts';
import { inTime } from './in-time.ts';
import { requireAgreed } from './require-agreed.ts';
import { runCommand } from './run-command.ts';

/** Applies the open run's order. The provider decides whether its invoice is paid (seed 001 §3). */
export const upgradeServer: Handler<typeof contract.hosting.upgradeServer> = runCommand({
  action: 'upgradeServer',
  allowed: 'apply',
  act: async ({ context, run, runActor }, { disk, upgrade_drive_type, ...acceptance }) => {
    const hosting = await loadHostingContext(context, run.tenant_id);
    const server = await requireServer(context.db.read, hosting.scope, run.service_id);
    const { disk_gb } = sizesOf(server);
    if (disk !== undefined && disk_gb !== null && disk < disk_gb) {
      throw new AppError('DISK_CANNOT_SHRINK', {
        reason: 'smaller_disk',
        params: { current_gb: disk_gb, wanted_gb: disk },
      });
    }
    requireAgreed(run, hosting.settings, acceptance);
    const { plan } = runBasis(run);
    const planned = plan?.sizes.disk_gb ?? null;
    if (disk !== undefined && planned !== null && disk > planned) {
      throw new AppError('STATE_CONFLICT', { reason: 'disk_beyond_plan' });
    }
    const { accept_total } = acceptance;
    const change: RunChange = {
      ...(plan &&
        disk !== undefined && { plan: planShape.write({ ...plan, sizes: { ...plan.sizes, disk_gb: disk } }) }),
      ...(accept_total !== undefined && { agreed_total: toMinor(accept_total) }),
    };
    const options = { upgrade_drive_type, ...(disk !== undefined && { disk }) };
    return inTime(context, hosting, run, (lasting) =>
      applyOrder(lasting, hosting, run, runActor, 'apply_intended', options, change),
    );
  },
});
