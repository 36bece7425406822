import { openStates } from '#shared/flows/upgrade-flow.ts';
import { second } from '#shared/rules/limits.ts';
import type { Reading, Sample } from '../platform/metrics.ts';
import { priorities } from '../provider/account-turns.ts';
import { callOutcomes } from '../provider/provider-usage.ts';
import type { SystemContext } from '../services/context.ts';
import { countOpenRuns } from '../storage/store/hosting/upgrade-runs.ts';

/** What `/metrics` shows of hosting. */
export const hostingReadings = (
  { db, clock, providerUsage }: Pick<SystemContext, 'db' | 'clock' | 'providerUsage'>,
  ofDatabase: (samples: readonly Sample[]) => Promise<readonly Sample[]>,
): Record<string, Reading> => {
  const secondsSince = (instant: number | undefined): number =>
    instant === undefined ? 0 : Math.max(0, clock.now() - instant) / second;
  type OpenRuns = Awaited<ReturnType<typeof countOpenRuns>>[number];
  const byState = async (measure: (runs: OpenRuns | undefined) => number) => {
    const runs = new Map((await countOpenRuns(db.read)).map((row) => [row.state, row]));
    return ofDatabase(openStates.map((state) => ({ labels: { state }, value: measure(runs.get(state)) })));
  };
  return {
    castellan_provider_requests_waiting: {
      help: 'Requests that wait for their turn at a hosting provider, by what they are for',
      labels: ['priority'],
      read: async () =>
        priorities.map((priority) => ({ labels: { priority }, value: providerUsage.waiting(priority).count })),
    },
    castellan_provider_wait_seconds: {
      help: 'How long the oldest of these requests has waited',
      labels: ['priority'],
      read: async () =>
        priorities.map((priority) => ({
          labels: { priority },
          value: secondsSince(providerUsage.waiting(priority).since),
        })),
    },
    castellan_provider_calls_total: {
      type: 'counter',
      help: 'Calls to hosting providers by outcome: success, or the kind of failure',
      labels: ['outcome'],
      read: async () => callOutcomes.map((outcome) => ({ labels: { outcome }, value: providerUsage.calls(outcome) })),
    },
    castellan_upgrade_runs: {
      help: 'Open upgrades and changes of servers, by state',
      labels: ['state', 'database'],
      read: () => byState((runs) => Number(runs?.count ?? 0)),
    },
    castellan_upgrade_run_age_seconds: {
      help: 'For how long the oldest of them has not moved',
      labels: ['state', 'database'],
      read: () => byState((runs) => secondsSince(runs?.since)),
    },
  };
};
