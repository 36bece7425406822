import { instanceStatuses, runTimes, type Sizes, sizeNames } from './hosting.ts';

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
  intendedAt !== null && now < intendedAt + runTimes.settle;

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

/** How a server's sizes stand to a run: as before, as wanted, neither, or not to be told. */
export type SizeVerdict = 'as_before' | 'as_wanted' | 'unexpected' | 'unknown';

/** Compares what a server has with what it had and what it should get. */
export const judgeSizes = ({ before, target }: Pick<FlowRun, 'before' | 'target'>, seen: Sizes): SizeVerdict => {
  const comparable = sizeNames.filter((name) => seen[name] !== null && before[name] !== null);
  if (target === null) {
    if (comparable.length === 0) return 'unknown';
    return comparable.every((name) => seen[name] === before[name]) ? 'as_before' : 'as_wanted';
  }
  const changing = sizeNames.filter((name) => target[name] !== null && target[name] !== before[name]);
  if (changing.length === 0 || changing.some((name) => seen[name] === null)) return 'unknown';
  const others = comparable.filter((name) => !changing.includes(name));
  if (others.some((name) => seen[name] !== before[name])) return 'unexpected';
  if (changing.every((name) => seen[name] === target[name])) return 'as_wanted';
  return changing.every((name) => seen[name] === before[name]) ? 'as_before' : 'unexpected';
};

/** What the provider shows when it is asked; absent where it gave no readable answer. */
export interface Observation {
  order?: 'pending' | 'none';
  server?: { status: string; billingCycle: string | null; sizes: Sizes };
}

/** What to read before a run in a state can be judged. */
export const observedIn: Record<OpenState, { order: boolean; server: boolean }> = {
  choosing: { order: true, server: false },
  ordering: { order: true, server: false },
  awaiting_payment: { order: true, server: true },
  applying: { order: false, server: true },
  resizing: { order: false, server: true },
  resized: { order: false, server: true },
  confirming: { order: false, server: true },
  reverting: { order: false, server: true },
  changing: { order: false, server: true },
};

const sameWord = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase();

const observeOrder = (run: FlowRun, order: Observation['order'], now: number): RunEvent | undefined => {
  if (order === 'pending') {
    const isNews = run.state !== 'awaiting_payment' || run.orderMissing;
    return isNews ? 'order_found' : undefined;
  }
  if (order !== 'none') return undefined;
  if (run.state === 'ordering') return isSettling(run, now) ? undefined : 'order_absent';
  return run.state === 'awaiting_payment' && !run.orderMissing ? 'order_missing' : undefined;
};

const observeServer = (
  run: FlowRun,
  { status, sizes }: NonNullable<Observation['server']>,
  now: number,
): RunEvent | undefined => {
  const settled = !isSettling(run, now);
  if (sameWord(status, instanceStatuses.resized)) {
    const isDecided = run.state === 'confirming' || run.state === 'reverting';
    if (isDecided) return settled ? 'decision_absent' : undefined;
    return 'server_resized';
  }
  if (!sameWord(status, instanceStatuses.active)) return 'server_busy';
  switch (judgeSizes(run, sizes)) {
    case 'as_wanted':
      // Right after a call to revert, the server may still be shown as it was before the call.
      return run.state === 'reverting' && !settled ? undefined : 'size_reached';
    case 'as_before':
      if (run.state === 'applying') return settled ? 'apply_absent' : undefined;
      return run.state === 'confirming' && !settled ? undefined : 'size_restored';
    case 'unknown':
      // Sizes that cannot be compared prove nothing; the word of the provider and a server that runs again do.
      if (!run.accepted) return undefined;
      return run.state === 'confirming' ? 'size_reached' : run.state === 'reverting' ? 'size_restored' : undefined;
    case 'unexpected':
      return undefined;
  }
};

const observeChange = (run: FlowRun, server: NonNullable<Observation['server']>, now: number): RunEvent | undefined => {
  // Managed or not is nothing that the provider shows: the answer to the call is all that there can be.
  if (run.wantedCycle === null || server.billingCycle === null) return run.accepted ? 'change_accepted' : undefined;
  if (sameWord(server.billingCycle, run.wantedCycle)) return 'change_accepted';
  return isSettling(run, now) ? undefined : 'change_absent';
};

/**
 * The event that an observation proves, or undefined where it proves nothing new. What is seen of the server outweighs
 * what is seen of the order. An event that the state has no use for is left out.
 */
export const observe = (run: FlowRun, { order, server }: Observation, now: number): RunEvent | undefined => {
  if (!isOpen(run.state)) return undefined;
  const reads = observedIn[run.state];
  const seen =
    server && reads.server
      ? run.kind === 'upgrade'
        ? observeServer(run, server, now)
        : observeChange(run, server, now)
      : undefined;
  if (seen && nextState(run.state, seen)) return seen;
  const event = reads.order ? observeOrder(run, order, now) : undefined;
  return event && nextState(run.state, event) ? event : undefined;
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
