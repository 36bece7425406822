import { runTimesMs, type Sizes } from './hosting.ts';
import type { Capabilities } from './hosting-providers.ts';
import type { ProviderErrorReason } from './provider-errors.ts';

/**
 * The life cycle of an upgrade run as one table (seed 001 §3, §4). Pure: an event comes in, the next state goes out.
 * A run succeeds only on evidence from the provider. If a response is missing, look it up; never assume.
 */

/** `upgrade` takes several steps; `billing_cycle`, `service_level` (managed or not) and `power` take one. */
export const runKinds = ['upgrade', 'billing_cycle', 'service_level', 'power'] as const;
export type RunKind = (typeof runKinds)[number];

/** States of an open run. In those that end in -ing, a call was intended but its effect is not yet proven. */
export const openStates = [
  'choosing',
  'ordering',
  'awaiting_payment',
  'applying',
  'resizing',
  'resized',
  'confirming',
  'reverting',
  'changing',
] as const;
/** Final states of a run. */
export const endStates = ['confirmed', 'reverted', 'changed', 'failed', 'cancelled', 'closed'] as const;
export const runStates = [...openStates, ...endStates] as const;
export type OpenState = (typeof openStates)[number];
export type RunState = (typeof runStates)[number];

export const isOpen = (state: RunState): state is OpenState => (openStates as readonly string[]).includes(state);

/** What moves a run: the user's intent, the provider's response, and what polling the provider shows. */
export const runEvents = [
  'plan_chosen',
  'order_intended',
  'order_refused',
  'order_accepted',
  'order_found',
  'order_missing',
  'apply_intended',
  'apply_refused',
  'apply_accepted',
  'apply_absent',
  'server_resized',
  'size_reached',
  'size_restored',
  'confirm_intended',
  'confirm_refused',
  'revert_intended',
  'revert_refused',
  'decision_absent',
  'change_refused',
  'change_accepted',
  'change_absent',
  'no_order_reported',
  'paid_reported',
  'confirmed_reported',
  'reverted_reported',
  'changed_reported',
  'unchanged_reported',
  'cancelled',
  'closed',
] as const;
export type RunEvent = (typeof runEvents)[number];

/** What can prove a transition. DECISION 0110: how a status or a missing order looks never suffices. */
export const evidence = {
  owner: 'An owner decided it in Castellan.',
  report: 'An owner checked at the provider and reported it. The audit log records who did.',
  acceptance: 'The provider answered the call with success.',
  refusal: 'The provider refused the call, or the call was never sent.',
  order: 'The provider shows the order, or the sizes that it will bring.',
  no_order: 'The provider says that no order is pending.',
  resized: 'The server is RESIZED.',
  // Two observations at least `runTimesMs.agree` apart, or one that agrees with the accepted call.
  agreement: 'Two observations of the server agree, or one agrees with the accepted call.',
} as const;
export type Evidence = keyof typeof evidence;

interface Transition {
  to: RunState;
  by: Evidence;
}
const move =
  (by: Evidence) =>
  (to: RunState): Transition => ({ to, by });
const owner = move('owner');
const report = move('report');
const acceptance = move('acceptance');
const refusal = move('refusal');
const order = move('order');
const noOrder = move('no_order');
const resized = move('resized');
const agreement = move('agreement');

/** An upgrade that was applied may have ended where no one looked. */
const reportedEnds = { confirmed_reported: report('confirmed'), reverted_reported: report('reverted') };

/** The state machine, with what proves each transition. An event that a state does not list has no effect. */
export const transitions: Record<RunState, Partial<Record<RunEvent, Transition>>> = {
  choosing: {
    plan_chosen: owner('choosing'),
    order_intended: owner('ordering'),
    // Someone ordered elsewhere. Adopt that order, because there can be only one.
    order_found: order('awaiting_payment'),
    server_resized: resized('resized'),
    no_order_reported: report('choosing'),
    paid_reported: report('applying'),
    cancelled: owner('cancelled'),
  },
  // Nothing but a refusal or an owner leads back to a new order: paid orders may be hidden, and "none" may be wrong.
  ordering: {
    order_found: order('awaiting_payment'),
    order_accepted: acceptance('awaiting_payment'),
    order_refused: refusal('choosing'),
    server_resized: resized('resized'),
    size_reached: agreement('confirmed'),
    no_order_reported: report('choosing'),
    paid_reported: report('applying'),
    closed: owner('closed'),
  },
  awaiting_payment: {
    order_found: order('awaiting_payment'),
    order_missing: noOrder('awaiting_payment'),
    apply_intended: owner('applying'),
    // Applied elsewhere, in the provider's client area.
    server_resized: resized('resized'),
    size_reached: agreement('confirmed'),
    no_order_reported: report('choosing'),
    ...reportedEnds,
    closed: owner('closed'),
  },
  applying: {
    apply_accepted: acceptance('resizing'),
    apply_refused: refusal('awaiting_payment'),
    apply_absent: agreement('awaiting_payment'),
    server_resized: resized('resized'),
    size_reached: agreement('confirmed'),
    ...reportedEnds,
    closed: owner('closed'),
  },
  resizing: {
    server_resized: resized('resized'),
    size_reached: agreement('confirmed'),
    // The migration failed, never began, or was reverted elsewhere.
    apply_absent: agreement('awaiting_payment'),
    ...reportedEnds,
    closed: owner('closed'),
  },
  resized: {
    confirm_intended: owner('confirming'),
    revert_intended: owner('reverting'),
    // Confirmed or reverted elsewhere, or by the provider itself.
    size_reached: agreement('confirmed'),
    size_restored: agreement('reverted'),
    ...reportedEnds,
    closed: owner('closed'),
  },
  confirming: {
    confirm_refused: refusal('resized'),
    decision_absent: agreement('resized'),
    size_reached: agreement('confirmed'),
    size_restored: agreement('reverted'),
    ...reportedEnds,
    closed: owner('closed'),
  },
  reverting: {
    revert_refused: refusal('resized'),
    decision_absent: agreement('resized'),
    size_reached: agreement('confirmed'),
    size_restored: agreement('reverted'),
    ...reportedEnds,
    closed: owner('closed'),
  },
  changing: {
    change_accepted: agreement('changed'),
    change_refused: refusal('failed'),
    change_absent: agreement('failed'),
    changed_reported: report('changed'),
    unchanged_reported: report('failed'),
    closed: owner('closed'),
  },
  confirmed: {},
  reverted: {},
  changed: {},
  failed: {},
  cancelled: {},
  closed: {},
};

const ofImmediate: Record<'applying' | 'resizing', Partial<Record<RunEvent, Transition>>> = {
  applying: {
    apply_accepted: acceptance('resizing'),
    apply_refused: refusal('choosing'),
    apply_absent: agreement('choosing'),
    size_reached: agreement('confirmed'),
    closed: owner('closed'),
  },
  resizing: {
    apply_absent: agreement('choosing'),
    size_reached: agreement('confirmed'),
    closed: owner('closed'),
  },
};

/**
 * The state machine of a change without an order: nothing is paid, and nothing is confirmed or reverted. A change that
 * is not made leads back to the choice of a plan. Changes of billing cycle and service level are as in
 * {@link transitions}.
 */
export const immediateTransitions: typeof transitions = {
  ...transitions,
  choosing: {
    plan_chosen: owner('choosing'),
    apply_intended: owner('applying'),
    cancelled: owner('cancelled'),
  },
  ordering: {},
  awaiting_payment: {},
  ...ofImmediate,
  resized: {},
  confirming: {},
  reverting: {},
};

/** What an event leads to, and what proves it; undefined if the event does not apply to the state. */
export const transitionOf = (
  state: RunState,
  event: RunEvent,
  changes: Capabilities['changes'] = 'order',
): Transition | undefined => (changes === 'order' ? transitions : immediateTransitions)[state][event];

/** The state after an event; undefined if the event does not apply to the state. */
export const nextState = (
  state: RunState,
  event: RunEvent,
  changes: Capabilities['changes'] = 'order',
): RunState | undefined => transitionOf(state, event, changes)?.to;

/** Problems that polling finds, besides failed calls, and what became of a change whose caller was answered before. */
export const pollProblems = [
  'going_on',
  'price_changed',
  'over_budget',
  'not_done',
  'left_off',
  'not_obeyed',
  'interrupted',
  'order_unclear',
  'order_replaced',
  'invoice_changed',
  'not_upgraded',
  'not_shown',
  'change_unclear',
  'decided_elsewhere',
  'unexpected_sizes',
  'server_error',
  'slow',
] as const;
export type PollProblem = (typeof pollProblems)[number];
export type RunProblemReason = ProviderErrorReason | PollProblem;

/** The part of a run that decides what comes next. Instants are milliseconds since the epoch. */
export interface FlowRun {
  readonly kind: RunKind;
  /** What an upgrade is at the run's provider. */
  readonly changes: Capabilities['changes'];
  readonly state: RunState;
  readonly hasPlan: boolean;
  /** The server's sizes at the start of the run. */
  readonly before: Sizes;
  /** The sizes that the plan gives; null if there is no plan, and for an order placed elsewhere. */
  readonly target: Sizes | null;
  /** The billing cycle that a `billing_cycle` run sets. */
  readonly wantedCycle: string | null;
  /** When the current call was intended, by the steady clock; null if there is none. */
  readonly intendedAt: number | null;
  /** Whether the provider answered that call with success. */
  readonly accepted: boolean;
  /** There is or was an order, but the provider does not show it. */
  readonly orderMissing: boolean;
  /** Whether the time to decide about a resized server is over. */
  readonly isPastDeadline: boolean;
  /** Whether a time is planned at which the service applies the order. */
  readonly hasWindow: boolean;
  /** Whether the upgrade was ever applied. */
  readonly applied: boolean;
  /** Why it is not making progress. */
  readonly problem: RunProblemReason | null;
  /** An event that one observation suggests, and when it did so first. */
  readonly suspicion: { event: RunEvent; at: number } | null;
}

/** Whether an intended call may still reach the provider. */
export const isSettling = ({ intendedAt }: Pick<FlowRun, 'intendedAt'>, now: number): boolean =>
  intendedAt !== null && now < intendedAt + runTimesMs.settle;
