import { expect, test } from 'vitest';
import { rowsBetween, type Selection, selectionsOf } from './selection.logic.ts';

interface Member {
  user_id: string;
  role: string;
}
const { select, selectedOf, refreshed } = selectionsOf<Member>(
  ({ user_id }) => user_id,
  (known, { role }) => known.role === role,
);
const emptySelection: Selection<Member> = new Map();
const member = (user_id: string, { role = 'member' } = {}): Member => ({ user_id, role });
const first = [member('a'), member('b')];
const second = [member('c'), member('d')];

test('a selection survives paging', () => {
  const selection = select(select(emptySelection, first, true), [member('c')], true);
  expect([...selection.keys()]).toEqual(['a', 'b', 'c']);
  expect([selectedOf(selection, first), selectedOf(selection, second), selectedOf(selection, [member('e')])]).toEqual([
    'all',
    'some',
    'none',
  ]);
  expect([...select(selection, first, false).keys()]).toEqual(['c']);
  expect(emptySelection.size).toBe(0);
});

test('an empty page is not selected', () => {
  expect(selectedOf(select(emptySelection, first, true), [])).toBe('none');
});

test('a selection takes new data from a page, and stays the same object if nothing changed', () => {
  const selection = select(emptySelection, first, true);
  expect(refreshed(selection, first)).toBe(selection);
  expect(refreshed(selection, second)).toBe(selection);
  const changed = refreshed(selection, [member('a', { role: 'admin' }), member('c')]);
  expect([...changed.values()].map(({ user_id, role }) => [user_id, role]).toSorted()).toEqual([
    ['a', 'admin'],
    ['b', 'member'],
  ]);
});

test.each([
  ['down', 'b', 'd', ['b', 'c', 'd']],
  ['up', 'd', 'b', ['b', 'c', 'd']],
  ['to itself', 'c', 'c', ['c']],
  ['from a row of another page', 'x', 'c', ['c']],
])('a range goes %s', (_, from, to, expected) => {
  const page = [...first, ...second];
  const end = page.find(({ user_id }) => user_id === to);
  if (!end) throw new Error(`No ${to}`);
  const range = rowsBetween(page, ({ user_id }) => user_id === from, end);
  expect(range.map(({ user_id }) => user_id)).toEqual(expected);
});
