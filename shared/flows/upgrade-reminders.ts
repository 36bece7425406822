import { day, hour } from '../rules/limits.ts';
import type { FlowRun } from './upgrade-flow.ts';

/** What owners are reminded of while an upgrade waits for them. Pure. */

/** What came of a planned time. Owners are told when it happens. */
const windowNotices = [
  'window_started',
  'window_unpaid',
  'window_differs',
  'window_refused',
  'window_unclear',
  'window_dropped',
  'window_unapproved',
] as const;
export type WindowNotice = (typeof windowNotices)[number];

export const reminderReasons = [
  'invoice_due',
  'invoice_overdue',
  'resized',
  'decision_soon',
  'stuck',
  'queue_stopped',
  ...windowNotices,
  'not_done',
  'undecided',
  'change_invoice',
  'change_invoice_due',
  'change_invoice_overdue',
  'left_off',
] as const;
export type ReminderReason = (typeof reminderReasons)[number];

/** A reason, and a key that tells this occasion from others: each is told once. */
export interface Reminder {
  reason: ReminderReason;
  key: string;
}

/** Times of reminders, in milliseconds. DECISION 0118. */
const reminderTimesMs = {
  /** Before the day on which an invoice is due. */
  beforeDue: 3 * day,
  /** Before the time to decide is over. */
  beforeDecision: 3 * hour,
  /** After a problem first occurred. */
  stuck: 1 * hour,
} as const;

/** The part of a run that owners may have to act on: an open one, or a change that left an invoice behind. Instants are milliseconds since the epoch. */
export interface RemindedRun extends Pick<FlowRun, 'state'> {
  /** The unpaid invoice; null if there is none. `duedate` is YYYY-MM-DD. */
  invoice: { id: number; duedate: string | null } | null;
  /** Until when to decide, by the steady clock. */
  decideAt: number | null;
  /** Whether someone chose what happens then. */
  hasDefault: boolean;
  problem: { reason: string; at: number } | null;
}

/** What owners should have been told by now. `steady` is the same instant as `now`, by the steady clock. */
export const remindersOf = (
  { state, invoice, decideAt, hasDefault, problem }: RemindedRun,
  { now, steady }: { now: number; steady: number },
): Reminder[] => {
  const reminders: Reminder[] = [];
  const add = (reason: ReminderReason, about: string | number): void =>
    void reminders.push({ reason, key: `${reason}:${about}` });
  if ((state === 'awaiting_payment' || state === 'changed') && invoice?.duedate) {
    const due = Date.parse(invoice.duedate);
    const isChange = state === 'changed';
    if (now >= due + day) add(isChange ? 'change_invoice_overdue' : 'invoice_overdue', invoice.id);
    else if (now >= due - reminderTimesMs.beforeDue) add(isChange ? 'change_invoice_due' : 'invoice_due', invoice.id);
  }
  if (state === 'resized' && decideAt !== null) {
    const sinceSoon = steady - (decideAt - reminderTimesMs.beforeDecision);
    if (sinceSoon < 0) add('resized', decideAt);
    else if (hasDefault) add('decision_soon', decideAt);
    else if (problem?.reason !== 'decided_elsewhere') add('undecided', `${decideAt}:${Math.floor(sinceSoon / day)}`);
  }
  // Its caller was answered before, and believes that it was done.
  if (problem?.reason === 'not_done') {
    add('not_done', problem.at);
    return reminders;
  }
  // A server that stays off can't wait.
  if (problem?.reason === 'left_off') add('left_off', state);
  // A plan that is still being chosen waits for no one.
  else if (state !== 'choosing' && problem !== null && now >= problem.at + reminderTimesMs.stuck) {
    add('stuck', `${state}:${problem.reason}`);
  }
  return reminders;
};
