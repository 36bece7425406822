import { describe, expect, it } from 'vitest';
import { day, hour } from '../rules/limits.ts';
import { type RemindedRun, remindersOf } from './upgrade-reminders.ts';

const due = Date.parse('2026-12-10');
const run: RemindedRun = { state: 'awaiting_payment', invoice: null, decideAt: null, hasDefault: true, problem: null };
const reasons = (changed: Partial<RemindedRun>, now: number): string[] =>
  remindersOf({ ...run, ...changed }, { now, steady: now }).map(({ reason }) => reason);

describe('reminders of an upgrade', () => {
  const invoice = { id: 5, duedate: '2026-12-10' };

  it.each([
    ['awaiting_payment', 'invoice'],
    ['changed', 'change_invoice'],
  ] as const)('of an invoice in state %s, once it is due soon, and once it was due', (state, reason) => {
    const told = [-3 * day - 1, -3 * day, day - 1, day].map((after) => reasons({ state, invoice }, due + after));
    expect(told).toEqual([[], [`${reason}_due`], [`${reason}_due`], [`${reason}_overdue`]]);
  });

  it('not of an invoice that was applied, or has no due date', () => {
    expect(reasons({ invoice, state: 'applying' }, due)).toEqual([]);
    expect(reasons({ invoice: { id: 5, duedate: null } }, due)).toEqual([]);
  });

  it.each([
    [-3 * hour - 1, ['resized']],
    [-3 * hour, ['decision_soon']],
  ])('of a decision, %i ms before it', (after, expected) => {
    expect(reasons({ state: 'resized', decideAt: due }, due + after)).toEqual(expected);
  });

  it('of a decision that no one chose in advance, every day as long as the server waits', () => {
    const undecided = { state: 'resized', decideAt: due, hasDefault: false } as const;
    expect(reasons(undecided, due - 3 * hour - 1)).toEqual(['resized']);
    const keys = Array.from({ length: 4 }, (_, days) =>
      remindersOf({ ...run, ...undecided }, { now: 0, steady: due - 3 * hour + days * day }).map(({ key }) => key),
    );
    expect(new Set(keys.flat()).size).toBe(4);
    expect(reasons(undecided, due + day)).toEqual(['undecided']);
    const elsewhere = { ...undecided, problem: { reason: 'decided_elsewhere', at: due + day } };
    expect(reasons(elsewhere, due + day)).toEqual([]);
  });

  it.each([
    [hour - 1, []],
    [hour, ['stuck']],
  ])('of a run that is stuck for %i ms', (after, expected) => {
    const problem = { reason: 'order_unclear', at: due };
    expect(reasons({ state: 'ordering', problem }, due + after)).toEqual(expected);
    expect(reasons({ state: 'choosing', problem }, due + after)).toEqual([]);
  });

  it('of a server that was left off, at once', () => {
    expect(reasons({ state: 'resizing', problem: { reason: 'left_off', at: due } }, due)).toEqual(['left_off']);
  });

  it('tells occasions apart: another invoice, another deadline, another problem', () => {
    const key = (changed: Partial<RemindedRun>) =>
      remindersOf({ ...run, ...changed }, { now: due, steady: due })[0]?.key;
    expect(key({ invoice })).not.toBe(key({ invoice: { ...invoice, id: 6 } }));
    expect(key({ state: 'resized', decideAt: due })).not.toBe(key({ state: 'resized', decideAt: due + 1 }));
  });
});
