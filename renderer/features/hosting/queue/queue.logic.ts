import type { listUpgradeQueues } from '#shared/contract/hosting/list-upgrade-queues.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { fromMinor, toMinor } from '#shared/flows/money.ts';
import { reasonKey } from '../../../languages/service-texts.ts';
import type { Translate } from '../../../languages/translate.ts';
import { translateOr } from '../../../languages/translate-or.ts';
import type { Run } from '../runs/runs.logic.ts';

export type Queue = OutputOf<typeof listUpgradeQueues>['queues'][number];

/** The queue that the page shows: the latest, while it is open. */
export const openQueue = (queues: readonly Queue[]): Queue | undefined =>
  queues[0]?.ended_at === null ? queues[0] : undefined;

/** Runs that can be reviewed and ordered together, without those that were ordered already. */
export const reviewableRuns = (runs: readonly Run[], ordered: readonly Run[] = []): Run[] =>
  runs.filter(
    ({ kind, state, plan, run_id }) =>
      kind === 'upgrade' && state === 'choosing' && plan !== null && !ordered.some((run) => run.run_id === run_id),
  );

/** Amounts of several orders together. `now` is null if one of them is not known. */
export const sumsOf = (runs: readonly Pick<Run, 'plan' | 'cost_before'>[]): { delta: string; now: string | null } => {
  const plans = runs.map(({ plan, cost_before }) => ({
    now: plan?.now_estimate ?? null,
    delta: plan ? toMinor(plan.monthly) - toMinor(cost_before) : 0,
  }));
  const isKnown = plans.every(({ now }) => now !== null);
  return {
    delta: fromMinor(plans.reduce((sum, { delta }) => sum + delta, 0)),
    now: isKnown ? fromMinor(plans.reduce((sum, { now }) => sum + toMinor(now ?? '0'), 0)) : null,
  };
};

/** Why a queue has stopped; in the service's English if this catalog is older than the service. */
export const stopText = ({ code, reason, params, message }: NonNullable<Queue['problem']>, t: Translate): string =>
  reason === null ? message : translateOr(t, reasonKey(code, reason), message, params);

export const reviewedOf = (runs: readonly Pick<Run, 'run_id' | 'version'>[]) =>
  runs.map(({ run_id, version }) => ({ run_id, version }));
