import type { listUpgradeRuns } from '#shared/contract/hosting/list-upgrade-runs.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { hour, minute, second } from '#shared/limits.ts';
import { may } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import type { RunAction, RunState } from '#shared/upgrade-flow.ts';
import type { Translate } from '../../languages/translate.ts';
import { translateOr } from '../../languages/translate-or.ts';

export type Run = OutputOf<typeof listUpgradeRuns>['runs'][number];
export type RunProblem = NonNullable<Run['problem']>;

/** The steps of an upgrade, as they are shown. */
export const steps = ['plan', 'review', 'invoice', 'upgrade', 'decide'] as const;
export type Step = (typeof steps)[number];

const stepOfState: Partial<Record<RunState, Step>> = {
  ordering: 'invoice',
  awaiting_payment: 'invoice',
  applying: 'upgrade',
  resizing: 'upgrade',
  resized: 'decide',
  confirming: 'decide',
  reverting: 'decide',
};

/** Where an upgrade stands. Somebody who reviews a plan may go back to the others. */
export const stepOf = (run: Run | undefined, goesBack: boolean): Step | 'end' => {
  if (run === undefined) return 'plan';
  if (run.state === 'choosing') return run.plan !== null && !goesBack ? 'review' : 'plan';
  return stepOfState[run.state] ?? 'end';
};

/** The run that the screen of a server is about: the open one, or the last one as long as nobody has noted its end. */
export const shownRun = (latest: Run | undefined): Run | undefined =>
  latest && (latest.is_open || latest.needs_attention) ? latest : undefined;

/** Milliseconds until a run is read again; nothing moves while somebody chooses, or when it has ended. */
export const pollIntervalMs = (run: Run | undefined): number | false => {
  if (!run?.is_open) return false;
  return run.state === 'choosing' ? 15 * second : 2 * second;
};

/** Why an action may not be taken now; undefined where it may. */
export const actionDisabledReason = (
  role: Role,
  { refused }: Pick<Run, 'refused'>,
  action: RunAction,
  t: Translate,
): string | undefined => {
  if (!may(role, 'hosting.manage')) return t('hosting.refused.manage');
  const refusal = refused[action];
  return refusal && t(`hosting.refusals.${refusal}`);
};

/** What a problem means and what to do about it. */
export const problemWords = (
  { reason }: Pick<RunProblem, 'reason'>,
  t: Translate,
): { title: string; advice: string } => ({
  title: translateOr(t, `hosting.reasons.${reason}.title`, reason),
  advice: translateOr(t, `hosting.reasons.${reason}.advice`, ''),
});

/** What somebody accepts who stops watching a run, by its state. */
export const closingWords = ({ state }: Pick<Run, 'state'>, t: Translate): string[] => {
  const meaning = translateOr(t, `hosting.closing.${state}`, '');
  return [t('hosting.foot.close.watch'), ...(meaning === '' ? [] : [meaning])];
};

/** What a change of one step is about, in words. */
export const wantedWords = ({ kind, wanted }: Pick<Run, 'kind' | 'wanted'>, t: Translate): string => {
  if (wanted === null) return t('hosting.kinds.upgrade');
  return kind === 'billing_cycle'
    ? translateOr(t, `hosting.cycles.${wanted}`, wanted)
    : translateOr(t, `hosting.levels.${wanted}`, wanted);
};

/** What a run is about: the plan, the billing cycle or the level that it brings. */
export const runTopic = (run: Pick<Run, 'kind' | 'wanted' | 'plan'>, t: Translate): string => {
  if (run.kind === 'upgrade') return run.plan?.name ?? t('hosting.kinds.upgrade');
  return t(`hosting.topics.${run.kind}`, { wanted: wantedWords(run, t) });
};

/** The monthly cost that a run brings or has brought; undefined where it changes nothing, or nobody knows. */
export const newCost = ({
  is_open,
  state,
  cost_before,
  cost_after,
}: Pick<Run, 'is_open' | 'state' | 'cost_before' | 'cost_after'>): string | undefined => {
  const counts = is_open || state === 'confirmed' || state === 'changed';
  return counts && cost_after !== null && cost_after !== cost_before ? cost_after : undefined;
};

/** Open runs want to be seen; those that ended well, and those that did not, are told apart. */
export const runColor = ({ is_open, state }: Pick<Run, 'is_open' | 'state'>): string => {
  if (is_open) return 'yellow';
  if (state === 'confirmed' || state === 'changed') return 'verdigris';
  return state === 'failed' ? 'red' : 'gray';
};

/** `22:41:07` until an instant; `0:00:00` when it has passed. */
export const countdown = (until: string, now: number): string => {
  const left = Math.max(0, Date.parse(until) - now);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, seconds] = [left / hour, (left % hour) / minute, (left % minute) / second].map(Math.floor);
  return `${hours}:${two(minutes ?? 0)}:${two(seconds ?? 0)}`;
};
