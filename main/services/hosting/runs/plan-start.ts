import type { z } from 'zod';
import type { plannedTimes } from '#shared/contract/hosting/resources/upgrade-runs.ts';
import { applyWindowMs } from '#shared/flows/hosting.ts';
import { toMinor } from '#shared/flows/money.ts';
import { minute } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import type { WriteTransaction } from '../../../storage/database/schema.ts';
import type { ProviderSettingsRow } from '../../../storage/store/hosting/provider-settings.ts';
import { changeRun, type RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { type ApplyWindow, applyWindowShape } from '../../../storage/store/stored-shapes.ts';
import { findTenant } from '../../../storage/store/team/tenants.ts';
import type { AppContext } from '../../context.ts';
import type { AuditActor, EventOrigin } from '../../recording/record-event.ts';
import { askedUpgrade, requireApproved } from '../approvals.ts';
import { recordRun } from './record-run.ts';
import { type Acceptance, doubtOf, requireAgreed } from './require-agreed.ts';
import { movedMeanwhile } from './runs.ts';
import { windowMinutes } from './window-times.ts';

type PlannedTimes = z.output<z.ZodObject<typeof plannedTimes>>;

/** The person who plans a start. */
interface Planner {
  actor: AuditActor;
  client?: EventOrigin | undefined;
}

/** @throws AppError VALIDATION_FAILED */
export const requireLongEnough = (times: PlannedTimes): void => {
  const min = applyWindowMs.shortest / minute;
  if (windowMinutes(times) >= min) return;
  const errors = [fieldError('until', { reason: 'window_length', params: { min } })];
  throw new AppError('VALIDATION_FAILED', { errors });
};

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

/** What a change of a plan is to whoever has seen the run as it was. */
const seenAsBefore = (run: RunRow) => run.seen_version === run.version && { seen_version: run.version + 1 };

/**
 * Plans when an order is applied, in place of an earlier plan. A window that is open now counts.
 * @throws AppError STATE_CONFLICT
 */
export const planStart = async (
  context: Pick<AppContext, 'audit' | 'clock'>,
  tx: WriteTransaction,
  run: RunRow,
  settings: ProviderSettingsRow | undefined,
  { from, until, time_zone, ...acceptance }: PlannedTimes & Acceptance,
  planner: Planner,
): Promise<void> => {
  requirePlannable(run, settings, acceptance);
  const scope = { tenantId: run.tenant_id, mode: run.mode };
  await requireApproved(context, tx, scope, askedUpgrade(run, settings), planner.actor.id);
  const zone = time_zone ?? (await findTenant(tx, run.tenant_id)).time_zone ?? 'Etc/UTC';
  const window: ApplyWindow = { from, until, time_zone: zone, tried_at: null, told: [] };
  const change = {
    apply_window: applyWindowShape.write(window),
    ...(acceptance.accept_total !== undefined && { agreed_total: toMinor(acceptance.accept_total) }),
    ...seenAsBefore(run),
  };
  if (!(await changeRun(tx, run, change))) throw movedMeanwhile();
  await recordRun(context, tx, run, { action: 'setUpgradeWindow', ...planner }, { from, until, time_zone: zone });
};

/** The order stays, and people apply it. @throws AppError STATE_CONFLICT */
export const cancelStart = async (
  context: Pick<AppContext, 'audit' | 'clock'>,
  tx: WriteTransaction,
  run: RunRow,
  planner: Planner,
): Promise<void> => {
  if (!(await changeRun(tx, run, { apply_window: null, ...seenAsBefore(run) }))) throw movedMeanwhile();
  await recordRun(context, tx, run, { action: 'cancelUpgradeWindow', ...planner }, {});
};
