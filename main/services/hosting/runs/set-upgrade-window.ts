import type { contract } from '#shared/contract/index.ts';
import { applyWindowMs } from '#shared/flows/hosting.ts';
import { toMinor } from '#shared/flows/money.ts';
import { minute } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import { findProviderSettings, type ProviderSettingsRow } from '../../../storage/store/hosting/provider-settings.ts';
import { changeRun, type RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { type ApplyWindow, applyWindowShape } from '../../../storage/store/stored-shapes.ts';
import { findTenant } from '../../../storage/store/team/tenants.ts';
import type { Handler } from '../../handler.ts';
import { askedUpgrade, requireApproved } from '../approvals.ts';
import { recordRun } from './record-run.ts';
import { type Acceptance, doubtOf, requireAgreed } from './require-agreed.ts';
import { runCommand } from './run-command.ts';
import { movedMeanwhile, reloadRun } from './runs.ts';
import { windowMinutes } from './window-times.ts';

/**
 * Only what an owner has agreed to starts by itself, and no one can agree to an unknown amount, or to another currency.
 * @throws AppError STATE_CONFLICT
 */
const requirePlannable = (
  run: RunRow,
  settings: ProviderSettingsRow | undefined,
  { accept_total, ...acceptance }: Acceptance,
): void => {
  const doubt = doubtOf(run, settings);
  const mayAgree = doubt === 'invoice_differs' || doubt === 'invoice_not_agreed';
  requireAgreed(run, settings, { ...acceptance, ...(mayAgree && { accept_total }) });
};

/** Replaces an earlier plan. A window that is open now counts. */
export const setUpgradeWindow: Handler<typeof contract.hosting.setUpgradeWindow> = runCommand({
  action: 'setUpgradeWindow',
  allowed: 'set_window',
  act: async ({ context, run, runActor }, { from, until, time_zone, ...acceptance }) => {
    const min = applyWindowMs.shortest / minute;
    if (windowMinutes({ from, until }) < min) {
      const errors = [fieldError('until', { reason: 'window_length', params: { min } })];
      throw new AppError('VALIDATION_FAILED', { errors });
    }
    const settings = await findProviderSettings(context.db.read, run.tenant_id);
    requirePlannable(run, settings, acceptance);
    await runActor.transaction(async (tx) => {
      const scope = { tenantId: run.tenant_id, mode: run.mode };
      await requireApproved(context, tx, scope, askedUpgrade(run, settings), runActor.actor.id);
      const zone = time_zone ?? (await findTenant(tx, run.tenant_id)).time_zone ?? 'Etc/UTC';
      const window: ApplyWindow = { from, until, time_zone: zone, tried_at: null, told: [] };
      const change = {
        apply_window: applyWindowShape.write(window),
        ...(acceptance.accept_total !== undefined && { agreed_total: toMinor(acceptance.accept_total) }),
        ...(run.seen_version === run.version && { seen_version: run.version + 1 }),
      };
      if (!(await changeRun(tx, run, change))) throw movedMeanwhile();
      await recordRun(context, tx, run, runActor, { from, until, time_zone: zone });
    });
    return reloadRun(context.db.read, run);
  },
});
