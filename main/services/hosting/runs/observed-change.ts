import { type ChangeProgress, isChangeOver } from '#shared/flows/immediate-change.ts';
import { type PowerAction, type PowerOutcome, powerOutcome } from '#shared/flows/power.ts';
import type { Observation } from '#shared/flows/upgrade-observation.ts';
import { type SteadyClock, sinceStart } from '../../../platform/steady-clock.ts';
import type { ChangeReading, PowerReading } from '../../../provider/provider.ts';
import type { RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { changeProgressOf, powerActionOf, runBasis } from '../../../storage/store/stored-columns.ts';

/** A change without an order, see shared/flows/immediate-change.ts. */
interface Change {
  progress: ChangeProgress;
  /** The plan that it is to bring. */
  wanted: number;
}

/** A run's change, with instants of this process; undefined if none is under way. */
export const changeOf = (run: RunRow, steady: SteadyClock): Change | undefined => {
  const progress = changeProgressOf(run);
  const { plan } = runBasis(run);
  if (!progress || !plan || (run.state !== 'applying' && run.state !== 'resizing')) return undefined;
  const sent = progress.sent && { ...progress.sent, at: sinceStart(progress.sent.at, steady) };
  return { progress: { ...progress, sent }, wanted: plan.rid };
};

/** What a reading says about a change. */
export const observedChange = (
  { progress, wanted }: Change,
  seen: ChangeReading,
  now: number,
): NonNullable<Observation['change']> => ({
  plan: seen.rid === wanted ? 'wanted' : seen.rid === progress.from ? 'before' : 'other',
  isBegun: seen.change !== 'none',
  isOver: isChangeOver(progress, seen, now),
  isAtRest: seen.power === 'on' && !seen.isBusy,
});

/** What a run asks of the server's power, and what tells its task apart; undefined for other runs. */
export const powerRequestOf = (
  run: RunRow,
): { action: PowerAction; after: string | null; task: string | null } | undefined => {
  const action = powerActionOf(run);
  const progress = changeProgressOf(run);
  return action && progress ? { action, after: progress.after, task: progress.task } : undefined;
};

/** What a reading says about such a request. */
export const observedPower = (
  { intended_at }: RunRow,
  action: PowerAction,
  seen: PowerReading,
  steady: SteadyClock,
): PowerOutcome | undefined =>
  powerOutcome(action, seen, intended_at === null ? 0 : steady.now() - sinceStart(intended_at, steady));
