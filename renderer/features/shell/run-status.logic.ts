import type { listUpgradeRuns } from '#shared/contract/hosting/list-upgrade-runs.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { capabilitiesOf } from '#shared/flows/hosting-providers.ts';
import { minute } from '#shared/rules/limits.ts';
import type { Translate } from '../../languages/translate.ts';

export type ShownRun = OutputOf<typeof listUpgradeRuns>['runs'][number];

/** How long a finished upgrade stays in sight, in milliseconds. */
const finishedMs = 10 * minute;

const isOver = ({ state, changed_at }: Pick<ShownRun, 'state' | 'changed_at'>, now: number): boolean =>
  (state === 'confirmed' || state === 'changed') && now - Date.parse(changed_at) > finishedMs;

/** Runs to show on every screen: open ones, and ended ones not yet acknowledged. Successful ones leave on their own. */
export const runsToShow = (open: readonly ShownRun[], attention: readonly ShownRun[], now: number): ShownRun[] => {
  const known = new Set(open.map(({ run_id }) => run_id));
  return [...open, ...attention.filter((run) => !known.has(run.run_id) && !isOver(run, now))];
};

/** What the runs are together. Once one has ended, not all of them are in progress. */
export const runsLabel = (runs: readonly Pick<ShownRun, 'is_open'>[], t: Translate): string =>
  t(runs.every(({ is_open }) => is_open) ? 'shell.runs' : 'shell.runsAndEnded', { count: runs.length });

/** The status to show: a run whose invoice is paid no longer waits for a payment. */
export const shownState = ({
  state,
  invoice_paid,
  provider,
}: Pick<ShownRun, 'state' | 'invoice_paid' | 'provider'>) => {
  if (state === 'awaiting_payment' && invoice_paid === true) return 'paid';
  // What needs no decision isn't confirmed.
  return state === 'confirmed' && !capabilitiesOf(provider).revertWindow ? 'changed' : state;
};

/** Runs that progress on their own are quiet; those that wait for someone or failed are not. */
export const runTone = ({ state, problem }: Pick<ShownRun, 'state' | 'problem'>): string => {
  if (problem !== null || state === 'failed') return 'orange';
  return state === 'confirmed' || state === 'changed' ? 'verdigris' : 'yellow';
};
