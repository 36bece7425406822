import type { contract } from '#shared/contract/index.ts';
import { findProviderSettings } from '../../../storage/store/hosting/provider-settings.ts';
import type { Handler } from '../../handler.ts';
import { planStart, requireLongEnough } from './plan-start.ts';
import { runCommand } from './run-command.ts';
import { reloadRun } from './runs.ts';

/** Replaces an earlier plan. A window that is open now counts. */
export const setUpgradeWindow: Handler<typeof contract.hosting.setUpgradeWindow> = runCommand({
  action: 'setUpgradeWindow',
  allowed: 'set_window',
  act: async ({ context, run, runActor: { actor, client, transaction } }, plan) => {
    requireLongEnough(plan);
    const settings = await findProviderSettings(context.db.read, run.tenant_id);
    await transaction((tx) => planStart(context, tx, run, settings, plan, { actor, client }));
    return reloadRun(context.db.read, run);
  },
});
