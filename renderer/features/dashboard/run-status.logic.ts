import type { listUpgradeRuns } from '#shared/contract/hosting/list-upgrade-runs.ts';
import type { OutputOf } from '#shared/contract/operation.ts';

export type ShownRun = OutputOf<typeof listUpgradeRuns>['runs'][number];

/** Runs to be seen from every screen: those that are open, and those that have ended and nobody has noted it. */
export const runsToShow = (open: readonly ShownRun[], attention: readonly ShownRun[]): ShownRun[] => {
  const known = new Set(open.map(({ run_id }) => run_id));
  return [...open, ...attention.filter(({ run_id }) => !known.has(run_id))];
};

/** Runs that go on by themselves are quiet; those that wait for somebody, or went wrong, are not. */
export const runTone = ({ state, problem }: Pick<ShownRun, 'state' | 'problem'>): string => {
  if (problem !== null || state === 'failed') return 'orange';
  return state === 'confirmed' || state === 'changed' ? 'verdigris' : 'yellow';
};
