import { expect, test } from 'vitest';
import { english, german } from '#e2e/support/texts.ts';
import { isWhole, openQueue, type Queue, reviewableRuns, stopText, sumsOf } from './queue.logic.ts';

type Plan = NonNullable<Queue['runs'][number]['plan']>;
const plan = (monthly: string, now_estimate: string | null): Plan => ({ monthly, now_estimate }) as Plan;

test('sums are exact, and due now is unknown if one of them is', () => {
  const first = { cost_before: '9.99', plan: plan('18.99', '4.50') };
  const second = { cost_before: '20.00', plan: plan('18.10', '0.00') };
  expect(sumsOf([first, second])).toEqual({ delta: '7.10', now: '4.50' });
  expect(sumsOf([first, { cost_before: '1.00', plan: plan('2.00', null) }])).toEqual({ delta: '10.00', now: null });
});

test('runs with a plan are reviewed, unless they were ordered already', () => {
  const run = (run_id: string, changed: object = {}) =>
    ({ run_id, kind: 'upgrade', state: 'choosing', plan: plan('1.00', null), ...changed }) as Queue['runs'][number];
  const runs = [run('a'), run('b'), run('c', { plan: null }), run('d', { state: 'ordering' })];
  expect(reviewableRuns(runs).map(({ run_id }) => run_id)).toEqual(['a', 'b']);
  expect(reviewableRuns(runs, [run('a')]).map(({ run_id }) => run_id)).toEqual(['b']);
});

test('only the latest queue can be open', () => {
  const queue = (ended_at: string | null) => ({ ended_at }) as Queue;
  expect(openQueue([])).toBeUndefined();
  expect(openQueue([queue('2026-01-01T00:00:00.000Z')])).toBeUndefined();
  expect(openQueue([queue(null)])).toEqual(queue(null));
});

test.each([
  ['order', ['awaiting_payment', 'confirmed'], [], true],
  ['order', ['awaiting_payment', 'cancelled'], [], false],
  ['start', ['resizing', 'confirmed'], [], true],
  ['start', ['resizing', 'awaiting_payment'], [], false],
  ['start', ['resizing', 'confirmed'], ['run_1'], false],
  ['start', ['resizing', 'closed'], [], false],
  ['confirm', ['confirmed', 'confirmed'], [], true],
  ['confirm', ['confirmed', 'reverted'], [], false],
] as const)('a queue that is done says so of all only if that is so: %s, %j', (action, states, left_out, expected) => {
  const runs = states.map((state) => ({ state }) as Queue['runs'][number]);
  expect(isWhole({ action, runs, left_out: [...left_out] })).toBe(expected);
});

test('a stop is told in the language of the reader', () => {
  const problem = { run_id: 'run_1', code: 'STATE_CONFLICT', params: {}, message: 'As the service says.', at: '' };
  expect(stopText({ ...problem, reason: 'price_changed' }, english)).toMatch(/price has changed/);
  expect(stopText({ ...problem, reason: 'order_unclear' }, german)).toMatch(/Kundenbereich/);
  expect(stopText({ ...problem, reason: 'of_a_later_release' }, english)).toBe('As the service says.');
  expect(stopText({ ...problem, reason: null }, english)).toBe('As the service says.');
});
