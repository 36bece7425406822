import type { listUpgradeRuns } from '#shared/contract/hosting/list-upgrade-runs.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { doubtAbout } from '#shared/flows/agreement.ts';
import { type Capabilities, capabilitiesOf, hostingProviders } from '#shared/flows/hosting-providers.ts';
import type { RunAction } from '#shared/flows/upgrade-actions.ts';
import type { RunState } from '#shared/flows/upgrade-flow.ts';
import { hour, minute, second } from '#shared/rules/limits.ts';
import { type Holder, may } from '#shared/rules/permissions.ts';
import type { Translate } from '../../../languages/translate.ts';
import { translateOr } from '../../../languages/translate-or.ts';
import type { Connection } from '../servers/servers.logic.ts';

export type Run = OutputOf<typeof listUpgradeRuns>['runs'][number];
export type RunProblem = NonNullable<Run['problem']>;

const allSteps = ['plan', 'review', 'invoice', 'upgrade', 'decide'] as const;
export type Step = (typeof allSteps)[number];

/** The visible steps of an upgrade. A change without an order has neither an invoice nor a decision. */
export const stepsOf = (changes: Capabilities['changes']): readonly Step[] =>
  changes === 'order' ? allSteps : ['plan', 'review', 'upgrade'];

/** Whether a run changes the plan without an order. */
export const isImmediate = ({ kind, provider }: Pick<Run, 'kind' | 'provider'>): boolean =>
  kind === 'upgrade' && capabilitiesOf(provider).changes === 'immediate';

/** A run's status. What needs no decision isn't confirmed. */
export const stateLabel = (run: Pick<Run, 'kind' | 'provider' | 'state'>, t: Translate): string =>
  t(`hosting.states.${run.state === 'confirmed' && isImmediate(run) ? 'changed' : run.state}`);

const stepOfState: Partial<Record<RunState, Step>> = {
  ordering: 'invoice',
  awaiting_payment: 'invoice',
  applying: 'upgrade',
  resizing: 'upgrade',
  resized: 'decide',
  confirming: 'decide',
  reverting: 'decide',
};

/** The current step of an upgrade. During review, the user may go back to the plans. */
export const stepOf = (run: Run | undefined, goesBack: boolean): Step | 'end' => {
  if (run === undefined) return 'plan';
  if (run.state === 'choosing') return run.plan !== null && !goesBack ? 'review' : 'plan';
  return stepOfState[run.state] ?? 'end';
};

/** The run that a server's screen shows: the open one, or the last one until its end is acknowledged. */
export const shownRun = (latest: Run | undefined): Run | undefined =>
  latest && (latest.is_open || latest.needs_attention) ? latest : undefined;

/** Why an action is not allowed now; undefined if it is. */
export const actionDisabledReason = (
  holder: Holder,
  { refused }: Pick<Run, 'refused'>,
  action: RunAction,
  t: Translate,
): string | undefined => {
  if (!may(holder, 'hosting.manage')) return t('hosting.refused.manage');
  const refusal = refused[action];
  return refusal && t(`hosting.refusals.${refusal}`);
};

/** What a problem means and what to do about it. */
export const problemText = (
  { reason }: Pick<RunProblem, 'reason'>,
  t: Translate,
): { title: string; advice: string } => ({
  title: translateOr(t, `hosting.reasons.${reason}.title`, reason),
  advice: translateOr(t, `hosting.reasons.${reason}.advice`, ''),
});

/** What the user accepts by no longer tracking a run, by state. */
export const closingTexts = (run: Pick<Run, 'state' | 'kind' | 'provider'>, t: Translate): string[] => {
  const meaning = isImmediate(run)
    ? t('hosting.immediate.closing')
    : run.kind === 'power'
      ? t('hosting.power.closing')
      : translateOr(t, `hosting.closing.${run.state}`, '');
  return [t('hosting.foot.close.watch'), ...(meaning === '' ? [] : [meaning])];
};

/** Describes a one-step change. */
export const wantedText = ({ kind, wanted }: Pick<Run, 'kind' | 'wanted'>, t: Translate): string => {
  if (wanted === null) return t('hosting.kinds.upgrade');
  if (kind === 'power') return translateOr(t, `hosting.power.actions.${wanted}`, wanted);
  return kind === 'billing_cycle'
    ? translateOr(t, `hosting.cycles.${wanted}`, wanted)
    : translateOr(t, `hosting.levels.${wanted}`, wanted);
};

/** What a run is about: its plan, billing cycle, service level or power. */
export const runTopic = (run: Pick<Run, 'kind' | 'wanted' | 'plan'>, t: Translate): string => {
  if (run.kind === 'upgrade') return run.plan?.name ?? t('hosting.kinds.upgrade');
  return t(`hosting.topics.${run.kind}`, { wanted: wantedText(run, t) });
};

/** The monthly cost after a run; undefined if it changes nothing or is unknown. */
export const newCost = ({
  is_open,
  state,
  cost_before,
  cost_after,
}: Pick<Run, 'is_open' | 'state' | 'cost_before' | 'cost_after'>): string | undefined => {
  const counts = is_open || state === 'confirmed' || state === 'changed';
  return counts && cost_after !== null && cost_after !== cost_before ? cost_after : undefined;
};

/** Open runs stand out; successful and unsuccessful ends look different. */
export const runColor = ({ is_open, state }: Pick<Run, 'is_open' | 'state'>): string => {
  if (is_open) return 'yellow';
  if (state === 'confirmed' || state === 'changed') return 'verdigris';
  return state === 'failed' ? 'red' : 'gray';
};

/** Countdown to an instant, such as `22:41:07`; `0:00:00` once it has passed. */
export const countdown = (until: string, now: number): string => {
  const left = Math.max(0, Date.parse(until) - now);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, seconds] = [left / hour, (left % hour) / minute, (left % minute) / second].map(Math.floor);
  return `${hours}:${two(minutes ?? 0)}:${two(seconds ?? 0)}`;
};

type Order = NonNullable<Run['order']>;

/** A credit note pays back. */
export const isNegative = (order: Pick<Order, 'total'> | null): boolean => order?.total?.startsWith('-') ?? false;

/** Where an invoice is paid; undefined if that isn't known. */
export const invoiceUrl = (
  { provider, client_area_url }: Pick<NonNullable<Connection>, 'provider' | 'client_area_url'>,
  { invoiceid }: Pick<Order, 'invoiceid'>,
): string | undefined => {
  const { invoicePath } = hostingProviders[provider];
  if (client_area_url === '' || invoicePath === null || invoiceid === null) return undefined;
  return new URL(`${invoicePath}${invoiceid}`, client_area_url).href;
};

/** Whether an invoice should have been paid before today, in UTC. `now` in milliseconds since the epoch. */
export const isOverdue = ({ duedate }: Pick<Order, 'duedate'>, now: number): boolean =>
  duedate !== null && duedate < new Date(now).toISOString().slice(0, 10);

/** Why no one knows whether an order fits the budget: it was made elsewhere. Undefined if that is known. */
export const budgetDoubt = (
  { cost_after, order }: Pick<Run, 'cost_after' | 'order'>,
  budget: string | null,
  money: (amount: string) => string,
  t: Translate,
): string | undefined =>
  budget === null || cost_after !== null || order === null
    ? undefined
    : t('reasons.STATE_CONFLICT.budget_unknown', { budget: money(budget) });

/** What an owner has to agree to before an order is applied, in words, and what says that they do. */
export const invoiceDoubt = (
  { agreed_total: agreed, order }: Pick<Run, 'agreed_total' | 'order'>,
  accountCurrency: string,
  money: (amount: string, currency?: string | null) => string,
  t: Translate,
) => {
  const doubt = doubtAbout(order, agreed, accountCurrency);
  if (!doubt || !order) return undefined;
  const { total, currency } = order;
  const words = {
    agreed: agreed === null ? '' : money(agreed),
    total: total === null ? '' : money(total, currency),
    currency: accountCurrency,
  };
  return {
    doubt,
    title: t(`hosting.invoice.doubts.${doubt}.title`),
    text: t(`hosting.invoice.doubts.${doubt}.text`, words),
    question: t(`hosting.invoice.doubts.${doubt}.question`, words),
    acceptance: total === null ? { accept_unknown_total: true } : { accept_total: total },
  };
};
