import type { contract } from '#shared/contract/index.ts';
import { fromMinor, toMinor } from '#shared/flows/money.ts';
import { AppError } from '#shared/texts/errors.ts';
import { found } from '../../../platform/app-error.ts';
import { findProviderSettings } from '../../../storage/store/hosting/provider-settings.ts';
import { hasOpenQueue } from '../../../storage/store/hosting/upgrade-queues.ts';
import type { SeenRunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { toResult } from '../../bulk-results.ts';
import type { Handler } from '../../handler.ts';
import { approvalRefusal, askedUpgrade } from '../approvals.ts';
import { scopeOf } from '../hosting-context.ts';
import { presentRun } from '../runs/runs.ts';
import { addedCostOf, requireAcceptable, requireQueueable } from './queue-checks.ts';
import { runsOf } from './queues.ts';

const sumOf = (amounts: readonly string[]): string =>
  fromMinor(amounts.reduce((sum, amount) => sum + toMinor(amount), 0));

/**
 * Checks what a queue checks before it is stored, and what would stop it at its steps, with the prices that were
 * reviewed. The provider is asked for them again only before money is spent.
 */
export const previewUpgradeQueue: Handler<typeof contract.hosting.previewUpgradeQueue> = async (
  context,
  { run_ids, action },
  { caller },
) => {
  const { db } = context;
  const settings = found(await findProviderSettings(db.read, caller.principal.tenantId));
  const scope = scopeOf(settings);
  const ids = [...new Set(run_ids.split(','))];
  const runs = await runsOf(
    db.read,
    scope,
    ids.map((run_id) => ({ run_id })),
  );
  if (runs.length < ids.length) throw new AppError('NOT_FOUND');

  /** Why it would stop a queue, or keep it from being accepted. */
  const refusalOf = async (run: SeenRunRow): Promise<AppError | undefined> => {
    requireQueueable(context, run, settings, { action });
    if (action === 'confirm') return undefined;
    return approvalRefusal(context, db.read, scope, askedUpgrade(run, settings), caller.principal.id);
  };
  const previewed = await Promise.all(
    runs.map(async (run) => {
      const { run_id, version, serviceid, server_label, plan, order } = presentRun(run, context.steady);
      // What is confirmed was paid when it was started.
      const amount = { order: plan?.now_estimate, start: order?.total, confirm: fromMinor(0) }[action] ?? null;
      const result = await toResult(context, async () => {
        const refusal = await refusalOf(run);
        if (refusal) throw refusal;
      });
      return { run, result: { run_id, version, serviceid, server_label, amount, ...result } };
    }),
  );
  const accepted = previewed.filter(({ result }) => result.ok);
  const runsLeft = accepted.map(({ run }) => run);
  const amounts = accepted.map(({ result }) => result.amount).filter((amount) => amount !== null);
  return {
    queue: await toResult(context, async () => {
      if (await hasOpenQueue(db.read, scope)) throw new AppError('STATE_CONFLICT', { reason: 'queue_open' });
      await requireAcceptable(db.read, scope, settings, { action }, runsLeft);
    }),
    results: previewed.map(({ result }) => result),
    amount: amounts.length < accepted.length ? null : sumOf(amounts),
    delta_monthly: fromMinor(addedCostOf(runsLeft)),
  };
};
