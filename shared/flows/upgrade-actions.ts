import { type FlowRun, isOpen, isSettling, type OpenState, type RunEvent, type RunState } from './upgrade-flow.ts';

/** What an owner may do with a run, and why not. Complements the table in shared/flows/upgrade-flow.ts. Pure. */

/** What an owner may report after checking at the provider, where its answers don't tell. */
export const findings = ['no_order', 'paid', 'confirmed', 'reverted', 'changed', 'unchanged'] as const;
export type Finding = (typeof findings)[number];

export const reportAction = <Name extends Finding>(finding: Name): `report_${Name}` => `report_${finding}`;
export const reportEvent = <Name extends Finding>(finding: Name) => `${finding}_reported` as const satisfies RunEvent;

/** Actions that the owner may take on a run. */
export const runActions = [
  'choose_plan',
  'order',
  'pay_in_sandbox',
  'apply',
  'set_window',
  'cancel_window',
  'confirm',
  'revert',
  'set_default',
  'check',
  'report_no_order',
  'report_paid',
  'report_confirmed',
  'report_reverted',
  'report_changed',
  'report_unchanged',
  'cancel',
  'close',
] as const;
export type RunAction = (typeof runActions)[number];

/** Why an action is not allowed now. The console translates these by key. */
export const refusals = {
  ended: 'This has already ended.',
  other_kind: 'This step isn’t part of this kind of change.',
  no_plan: 'Choose a plan first.',
  no_order: 'There is no order yet.',
  order_exists: 'An order exists at the provider. Cancel it in its client area, then check again.',
  order_missing: 'The provider doesn’t show this order.',
  order_unclear: 'An order may exist at the provider. Check its client area and report what you found.',
  no_window: 'No time is planned.',
  unproven: 'Castellan doesn’t know yet whether the last call arrived. Check again: it’s never sent twice.',
  being_upgraded: 'The server is being upgraded.',
  not_resized: 'The server isn’t waiting for a decision.',
  deadline_passed: 'The time to choose has passed. Confirm or revert the upgrade.',
  waits_for_decision: 'The upgrade is waiting to be confirmed or reverted.',
  settling: 'The last call may still arrive. Check again in two minutes.',
  cancel_instead: 'Nothing was ordered. Cancel the run instead.',
  nothing_unclear: 'Castellan can see this at the provider, so there’s nothing to report.',
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
  set_window: refusal,
  cancel_window: refusal,
  confirm: refusal,
  revert: refusal,
  report_no_order: 'nothing_unclear',
  report_paid: 'nothing_unclear',
  report_confirmed: 'nothing_unclear',
  report_reverted: 'nothing_unclear',
  report_changed: 'other_kind',
  report_unchanged: 'other_kind',
  cancel: refusal,
});
const endsReported = { report_confirmed: true, report_reverted: true } as const;

/** Which actions each state allows; {@link refusalOf} adds the conditions that go beyond the state. */
const actionsOf: Record<OpenState, Row> = {
  choosing: {
    ...every('no_order'),
    ...always,
    choose_plan: true,
    order: true,
    report_no_order: true,
    report_paid: true,
    cancel: true,
    close: 'cancel_instead',
  },
  ordering: { ...every('unproven'), ...always, report_no_order: true, report_paid: true, cancel: 'order_unclear' },
  awaiting_payment: {
    ...every('order_exists'),
    ...always,
    pay_in_sandbox: true,
    apply: true,
    set_window: true,
    cancel_window: true,
    confirm: 'not_resized',
    revert: 'not_resized',
    report_no_order: true,
    ...endsReported,
  },
  applying: { ...every('unproven'), ...always, ...endsReported },
  resizing: { ...every('being_upgraded'), ...always, ...endsReported },
  resized: { ...every('waits_for_decision'), ...always, confirm: true, revert: true, ...endsReported },
  confirming: { ...every('unproven'), ...always, ...endsReported },
  reverting: { ...every('unproven'), ...always, ...endsReported },
  changing: {
    ...every('other_kind'),
    ...always,
    set_default: 'other_kind',
    report_confirmed: 'other_kind',
    report_reverted: 'other_kind',
    report_changed: true,
    report_unchanged: true,
  },
};

/** The same without orders: only what changes the plan exists. */
const immediateActionsOf: Partial<Record<OpenState, Row>> = {
  choosing: {
    ...every('other_kind'),
    ...always,
    choose_plan: true,
    order: true,
    set_default: 'other_kind',
    cancel: true,
    close: 'cancel_instead',
  },
  applying: { ...every('being_upgraded'), ...always, set_default: 'other_kind' },
  resizing: { ...every('being_upgraded'), ...always, set_default: 'other_kind' },
};

const rowOf = ({ kind, changes, state }: FlowRun & { state: OpenState }): Row =>
  (kind === 'upgrade' && changes === 'immediate' ? immediateActionsOf[state] : undefined) ?? actionsOf[state];

/** Whether the provider's answers leave open what a report would say. */
const isUnclear = (run: FlowRun, action: RunAction): boolean => {
  switch (action) {
    case 'report_no_order':
      if (run.state === 'choosing') return run.problem === 'order_unclear';
      return run.state === 'ordering' || run.orderMissing;
    case 'report_confirmed':
    case 'report_reverted':
      if (run.state === 'awaiting_payment') return run.applied;
      return run.state !== 'resized' || run.problem === 'decided_elsewhere' || run.problem === 'unexpected_sizes';
    case 'report_changed':
    case 'report_unchanged':
      // The provider shows whether a server is on, and what became of the request.
      return run.kind !== 'power';
    default:
      return true;
  }
};

/** Why an action is not allowed now, or undefined if it is. */
export const refusalOf = (run: FlowRun, action: RunAction, now: number): Refusal | undefined => {
  const { state } = run;
  if (!isOpen(state)) return 'ended';
  const cell = rowOf({ ...run, state })[action];
  if (run.state === 'choosing' && action === 'order' && !run.hasPlan) return 'no_plan';
  if (run.state === 'awaiting_payment' && run.orderMissing) {
    if (action === 'cancel') return 'order_unclear';
    if (action === 'pay_in_sandbox') return 'order_missing';
  }
  if (cell === true && action === 'cancel_window' && !run.hasWindow) return 'no_window';
  // It would apply at once.
  if (cell === true && action === 'set_default' && run.isPastDeadline) return 'deadline_passed';
  const isReport = action.startsWith('report_');
  if (cell === true && isReport && !isUnclear(run, action)) return 'nothing_unclear';
  if (cell === true && (action === 'close' || isReport) && isSettling(run, now)) return 'settling';
  return cell === true ? undefined : cell;
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

/** Whether a run needs attention: it waits, has ended or has a problem, and no one has seen that yet. */
export const needsAttention = (state: RunState, hasProblem: boolean, isSeen: boolean): boolean =>
  !isSeen && ((attentionStates as readonly RunState[]).includes(state) || (isOpen(state) && hasProblem));
