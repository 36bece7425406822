import type { Decision } from '#shared/flows/hosting.ts';
import type { SeenRunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import type { AppContext } from '../../context.ts';
import type { HostingContext } from '../hosting-context.ts';
import { callProvider } from './call-provider.ts';
import type { ActingRunActor } from './move-run.ts';
import { requireAllowed } from './runs.ts';

/**
 * Confirms or reverts the upgrade of a server in RESIZED (seed 001 §3): by a user's decision, or by the default at the
 * deadline.
 * @throws AppError STATE_CONFLICT, PROVIDER_…
 */
export const decideRun = async (
  context: AppContext,
  hosting: HostingContext,
  run: SeenRunRow,
  decision: Decision,
  runActor: ActingRunActor,
): Promise<SeenRunRow> => {
  requireAllowed(run, decision, context.steady);
  const { provider } = hosting;
  const serviceId = run.service_id;
  return callProvider(
    context,
    hosting,
    run,
    runActor,
    decision === 'confirm'
      ? {
          intended: 'confirm_intended',
          refused: 'confirm_refused',
          send: () => provider.confirmUpgrade({ serviceid: serviceId }),
        }
      : {
          intended: 'revert_intended',
          refused: 'revert_refused',
          send: () => provider.revertUpgrade({ serviceid: serviceId }),
        },
  );
};
