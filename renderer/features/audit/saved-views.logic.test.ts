import { expect, test } from 'vitest';
import { readViews, viewOf, withoutView, withView } from './saved-views.logic.ts';

const lockouts = { name: 'Lockouts', search: { action: 'lockAccount', range: 'month' } } as const;
const today = { name: 'Today', search: { range: 'today' } } as const;

test('reads what was stored, and nothing of what it cannot read', () => {
  expect(readViews(JSON.stringify([lockouts, today]))).toEqual([lockouts, today]);
  expect(readViews(undefined)).toEqual([]);
  expect(readViews('{')).toEqual([]);
  expect(readViews('[{"name":""}]')).toEqual([]);
  expect(readViews('[{"name":"Old","search":{"action":"gone","page":2,"q":"x"}}]')).toEqual([
    { name: 'Old', search: { q: 'x' } },
  ]);
});

test('the newest view comes first, without its page, and replaces one of the same name', () => {
  const views = withView([lockouts], { name: 'Today', search: { range: 'today', page: 3 } });
  expect(views).toEqual([today, lockouts]);
  expect(withView(views, { name: 'Lockouts', search: { outcome: 'blocked' } })).toEqual([
    { name: 'Lockouts', search: { outcome: 'blocked' } },
    today,
  ]);
  expect(withoutView(views, 'Today')).toEqual([lockouts]);
});

test('keeps at most 30 views', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({ name: `View ${index}`, search: {} }));
  expect(withView(many, today)).toEqual([today, ...many.slice(0, 29)]);
});

test('finds the view with exactly the filters of a search, in any order and on any page', () => {
  const views = [today, lockouts];
  expect(viewOf(views, { range: 'month', action: 'lockAccount', page: 4 })).toBe(lockouts);
  expect(viewOf(views, { action: 'lockAccount' })).toBeUndefined();
  expect(viewOf(views, { range: 'month', action: 'lockAccount', q: 'x' })).toBeUndefined();
});
