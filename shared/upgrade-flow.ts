import { runTimesMs, type Sizes } from './hosting.ts';

/**
 * The life cycle of an upgrade run as one table (seed 001 §3, §4). Pure: an event comes in, the next state goes out.
 * A run succeeds only on evidence from the provider. If a response is missing, look it up; never assume.
 */

/** `upgrade` takes several steps; `billing_cycle` and `service_level` (managed or not) take one. */
export const runKinds = ['upgrade', 'billing_cycle', 'service_level'] as const;
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

/** The state machine. An event that a state does not list has no effect. */
export const transitions: Record<RunState, Partial<Record<RunEvent, RunState>>> = {
  choosing: {
    plan_chosen: 'choosing',
    order_intended: 'ordering',
    // Someone ordered elsewhere. Adopt that order, because there can be only one.
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
    // Confirmed or reverted elsewhere, or by the provider itself.
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

/** The state after an event; undefined if the event does not apply to the state. */
export const nextState = (state: RunState, event: RunEvent): RunState | undefined => transitions[state][event];

/** The part of a run that decides what comes next. Instants are milliseconds since the epoch. */
export interface FlowRun {
  readonly kind: RunKind;
  readonly state: RunState;
  readonly hasPlan: boolean;
  /** The server's sizes at the start of the run. */
  readonly before: Sizes;
  /** The sizes that the plan gives; null if there is no plan, and for an order placed elsewhere. */
  readonly target: Sizes | null;
  /** The billing cycle that a `billing_cycle` run sets. */
  readonly wantedCycle: string | null;
  /** When the current call was intended; null if there is none. */
  readonly intendedAt: number | null;
  /** Whether the provider answered that call with success. */
  readonly accepted: boolean;
  /** The order existed, but the provider no longer shows it. */
  readonly orderMissing: boolean;
}

/** Actions that the owner may take on a run. */
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

/** Why an action is not allowed now. The console translates these by key. */
export const refusals = {
  ended: 'This run has ended.',
  other_kind: 'This run does not have this step.',
  no_plan: 'Choose a plan first.',
  no_order: 'There is no order yet.',
  order_exists: 'An order exists at the provider. Cancel it in its client area, then check again.',
  order_missing: 'The provider no longer shows the order.',
  unproven: 'It is not yet known whether the last call arrived. Check again; it is never sent twice.',
  being_upgraded: 'The server is being upgraded.',
  not_resized: 'The server is not waiting for a decision.',
  waits_for_decision: 'The upgrade is waiting to be confirmed or reverted.',
  settling: 'The last call may still arrive. Check again in two minutes.',
  cancel_instead: 'Nothing was ordered. Cancel the run instead.',
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

/** Which actions each state allows; {@link refusalOf} adds the conditions that go beyond the state. */
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

/** Whether an intended call may still reach the provider. */
export const isSettling = ({ intendedAt }: Pick<FlowRun, 'intendedAt'>, now: number): boolean =>
  intendedAt !== null && now < intendedAt + runTimesMs.settle;

/** Why an action is not allowed now, or undefined if it is. */
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

/** What an owner accepts by closing a run, by state: tracking ends here, and nothing changes at the provider. */
export const closingMeanings: Record<Exclude<OpenState, 'choosing'>, string> = {
  ordering: 'An order may exist at the provider. The next run checks for it before ordering anything.',
  awaiting_payment: 'The order and its invoice stay at the provider. The next run picks them up.',
  applying: 'The upgrade may still start. The provider then confirms it automatically.',
  resizing: 'The upgrade continues. The provider confirms it automatically after 24 hours.',
  resized: 'The upgrade is neither confirmed nor reverted here. The provider confirms it automatically after 24 hours.',
  confirming: 'The upgrade may or may not be confirmed. The provider confirms it automatically after 24 hours.',
  reverting:
    'The upgrade may or may not be reverted. If it is not, the provider confirms it automatically after 24 hours.',
  changing: 'The change may or may not have been made. Check the client area, and set it here manually.',
};

/** States that wait for someone, or say how a run ended. */
export const attentionStates = [
  'awaiting_payment',
  'resized',
  'confirmed',
  'reverted',
  'changed',
  'failed',
] as const satisfies readonly RunState[];

/** Whether a run needs attention: it waits, has ended or has a problem, and nobody has seen that yet. */
export const needsAttention = (state: RunState, hasProblem: boolean, isSeen: boolean): boolean =>
  !isSeen && ((attentionStates as readonly RunState[]).includes(state) || (isOpen(state) && hasProblem));
