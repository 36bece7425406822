import type { RunChange, SeenRunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import type { AppContext } from '../../context.ts';
import { askedUpgrade, requireApproved } from '../approvals.ts';
import type { HostingContext } from '../hosting-context.ts';
import { callProvider } from './call-provider.ts';
import type { ActingRunActor } from './move-run.ts';

/**
 * Applies the server's order (seed 001 §3). The provider decides whether it is paid.
 * @throws AppError STATE_CONFLICT, also if it needs the agreement of another owner; PROVIDER_…
 */
export const applyOrder = (
  context: AppContext,
  hosting: HostingContext,
  run: SeenRunRow,
  runActor: ActingRunActor,
  intended: 'apply_intended' | 'paid_reported',
  options: { disk?: number; upgrade_drive_type?: boolean | undefined } = {},
  change: RunChange = {},
): Promise<SeenRunRow> => {
  // Whoever planned the start was asked then.
  const by = runActor.action === 'advanceUpgradeRun' ? null : runActor.actor.id;
  return callProvider(
    context,
    hosting,
    run,
    runActor,
    {
      intended,
      requires: (tx) => requireApproved(context, tx, hosting.scope, askedUpgrade(run, hosting.settings), by),
      refused: 'apply_refused',
      accepted: 'apply_accepted',
      send: () => hosting.provider.upgradeServer({ serviceid: run.service_id, ...options }),
    },
    change,
  );
};
