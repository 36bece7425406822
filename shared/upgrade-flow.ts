import { runTimesMs, type Sizes } from './hosting.ts';

/**
 * The life of an upgrade run as one table (seed 001 §3, §4). Pure: what happened comes in, the next state goes out.
 * A run ends well only by something that the provider showed; what an answer did not tell is looked up, never assumed.
 */

/** `upgrade` in many steps; `billing_cycle` and `service_level` (managed or not) in one. */
export const runKinds = ['upgrade', 'billing_cycle', 'service_level'] as const;
export type RunKind = (typeof runKinds)[number];

/** States of an open run. In those that end in -ing a call was intended, and its effect is not proven yet. */
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
/** States in which a run has ended. */
export const endStates = ['confirmed', 'reverted', 'changed', 'failed', 'cancelled', 'closed'] as const;
export const runStates = [...openStates, ...endStates] as const;
export type OpenState = (typeof openStates)[number];
export type RunState = (typeof runStates)[number];

export const isOpen = (state: RunState): state is OpenState => (openStates as readonly string[]).includes(state);

/** What moves a run: what somebody intends, how the provider answers, and what it shows when it is looked at. */
export const runEvents = [
  'plan_chosen',
  'order_intended',
  'order_refused',
  'order_found',
  'order_absent',
  'order_missing',
  'apply_intended',
  'apply_refused',
  'apply_accepted',
  'apply_absent',
  'server_busy',
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
  'cancelled',
  'closed',
] as const;
export type RunEvent = (typeof runEvents)[number];

/** The flow. An event that is not in the row of a state does not move it. */
export const transitions: Record<RunState, Partial<Record<RunEvent, RunState>>> = {
  choosing: {
    plan_chosen: 'choosing',
    order_intended: 'ordering',
    // Somebody has ordered elsewhere: the run takes that order on, for there can be only one.
    order_found: 'awaiting_payment',
    cancelled: 'cancelled',
  },
  ordering: {
    order_found: 'awaiting_payment',
    order_refused: 'choosing',
    order_absent: 'choosing',
    closed: 'closed',
  },
  awaiting_payment: {
    order_found: 'awaiting_payment',
    order_missing: 'awaiting_payment',
    apply_intended: 'applying',
    // Applied elsewhere, in the provider's client area.
    server_busy: 'resizing',
    server_resized: 'resized',
    size_reached: 'confirmed',
    cancelled: 'cancelled',
    closed: 'closed',
  },
  applying: {
    apply_accepted: 'resizing',
    apply_refused: 'awaiting_payment',
    apply_absent: 'awaiting_payment',
    server_busy: 'resizing',
    server_resized: 'resized',
    size_reached: 'confirmed',
    closed: 'closed',
  },
  resizing: { server_resized: 'resized', size_reached: 'confirmed', closed: 'closed' },
  resized: {
    confirm_intended: 'confirming',
    revert_intended: 'reverting',
    // Decided elsewhere, or by the provider itself.
    size_reached: 'confirmed',
    size_restored: 'reverted',
    closed: 'closed',
  },
  confirming: {
    confirm_refused: 'resized',
    decision_absent: 'resized',
    size_reached: 'confirmed',
    size_restored: 'reverted',
    closed: 'closed',
  },
  reverting: {
    revert_refused: 'resized',
    decision_absent: 'resized',
    size_reached: 'confirmed',
    size_restored: 'reverted',
    closed: 'closed',
  },
  changing: { change_accepted: 'changed', change_refused: 'failed', change_absent: 'failed', closed: 'closed' },
  confirmed: {},
  reverted: {},
  changed: {},
  failed: {},
  cancelled: {},
  closed: {},
};

/** The state after an event; undefined where the event does not belong to the state. */
export const nextState = (state: RunState, event: RunEvent): RunState | undefined => transitions[state][event];

/** As much of a run as decides what comes next. Instants are milliseconds since the epoch. */
export interface FlowRun {
  readonly kind: RunKind;
  readonly state: RunState;
  readonly hasPlan: boolean;
  /** The server's sizes when the run began. */
  readonly before: Sizes;
  /** The sizes that the plan gives; null while there is none, and for an order that was made elsewhere. */
  readonly target: Sizes | null;
  /** The billing cycle that a run of that kind sets. */
  readonly wantedCycle: string | null;
  /** When the call under way was intended; null while there is none. */
  readonly intendedAt: number | null;
  /** Whether the provider has answered that call with success. */
  readonly accepted: boolean;
  /** The order was there and the provider no longer shows it. */
  readonly orderMissing: boolean;
}

/** What the owner may do with a run. */
export const runActions = [
  'choose_plan',
  'order',
  'pay_in_sandbox',
  'apply',
  'confirm',
  'revert',
  'set_default',
  'check',
  'cancel',
  'close',
] as const;
export type RunAction = (typeof runActions)[number];

/** Why something may not be done now, in words; the console has them by these keys in every language. */
export const refusals = {
  ended: 'This run has ended.',
  other_kind: 'This run has no such step.',
  no_plan: 'Choose a plan first.',
  no_order: 'There is no order yet.',
  order_exists: 'An order exists at the provider. Cancel it in its client area, then check again.',
  order_missing: 'The provider shows no order any more.',
  unproven: 'It is not known yet whether the last call arrived. Check again, it is never sent twice.',
  being_upgraded: 'The server is being upgraded.',
  not_resized: 'The server does not wait for a decision.',
  waits_for_decision: 'The server waits to be confirmed or reverted.',
  settling: 'The last call may still arrive. Check again in two minutes.',
  cancel_instead: 'Nothing was ordered: cancel the run instead.',
} as const;
export type Refusal = keyof typeof refusals;
export const refusalNames = Object.keys(refusals) as [Refusal, ...Refusal[]];

type Row = Record<RunAction, true | Refusal>;

const always = { set_default: true, check: true, close: true } as const;
const every = (refusal: Refusal): Omit<Row, keyof typeof always> => ({
  choose_plan: refusal,
  order: refusal,
  pay_in_sandbox: refusal,
  apply: refusal,
  confirm: refusal,
  revert: refusal,
  cancel: refusal,
});

/** Who may press what, by state; conditions beside the state follow in {@link refusalOf}. */
const actionsOf: Record<OpenState, Row> = {
  choosing: {
    ...every('no_order'),
    ...always,
    choose_plan: true,
    order: true,
    cancel: true,
    close: 'cancel_instead',
  },
  ordering: { ...every('unproven'), ...always },
  awaiting_payment: {
    ...every('order_exists'),
    ...always,
    pay_in_sandbox: true,
    apply: true,
    confirm: 'not_resized',
    revert: 'not_resized',
  },
  applying: { ...every('unproven'), ...always },
  resizing: { ...every('being_upgraded'), ...always },
  resized: { ...every('waits_for_decision'), ...always, confirm: true, revert: true },
  confirming: { ...every('unproven'), ...always },
  reverting: { ...every('unproven'), ...always },
  changing: { ...every('other_kind'), ...always, set_default: 'other_kind' },
};

/** Whether a call that was intended may still arrive, for all we know. */
export const isSettling = ({ intendedAt }: Pick<FlowRun, 'intendedAt'>, now: number): boolean =>
  intendedAt !== null && now < intendedAt + runTimesMs.settle;

/** Why an action may not be done now, or undefined where it may. */
export const refusalOf = (run: FlowRun, action: RunAction, now: number): Refusal | undefined => {
  if (!isOpen(run.state)) return 'ended';
  const cell = actionsOf[run.state][action];
  if (run.state === 'choosing' && action === 'order' && !run.hasPlan) return 'no_plan';
  if (run.state === 'awaiting_payment' && run.orderMissing) {
    if (action === 'cancel') return undefined;
    if (action === 'pay_in_sandbox') return 'order_missing';
  }
  if (action === 'close' && isSettling(run, now)) return 'settling';
  return cell === true ? undefined : cell;
};

/** What an owner accepts who closes a run, by its state: the run ends here, and nothing changes at the provider. */
export const closingMeanings: Record<Exclude<OpenState, 'choosing'>, string> = {
  ordering: 'An order may exist at the provider. The next run asks for it before anything is ordered.',
  awaiting_payment: 'The order and its invoice stay at the provider. The next run takes them on.',
  applying: 'The upgrade may begin all the same. It is then confirmed by the provider itself.',
  resizing: 'The upgrade goes on. The provider confirms it by itself after 24 hours.',
  resized: 'The upgrade is neither confirmed nor reverted here. The provider confirms it by itself after 24 hours.',
  confirming: 'The upgrade may or may not be confirmed. The provider confirms it by itself after 24 hours.',
  reverting:
    'The upgrade may or may not be reverted. What is not reverted is confirmed by the provider after 24 hours.',
  changing: 'The change may or may not have been made. Look it up in the client area, and set it here by hand.',
};

/** States that wait for somebody, or tell how a run has ended. */
export const attentionStates = [
  'awaiting_payment',
  'resized',
  'confirmed',
  'reverted',
  'changed',
  'failed',
] as const satisfies readonly RunState[];

/** Whether a run asks for somebody's attention: it waits, has ended or has met a problem, and nobody has seen that. */
export const needsAttention = (state: RunState, hasProblem: boolean, isSeen: boolean): boolean =>
  !isSeen && ((attentionStates as readonly RunState[]).includes(state) || (isOpen(state) && hasProblem));
