import { expect, test } from 'vitest';
import { readAuditFilters } from '../search-params.ts';
import { readViews, viewOf, withoutView, withView } from './saved-views.logic.ts';

const lockouts = { name: 'Lockouts', search: { action: 'lockAccount', range: 'month' } } as const;
const today = { name: 'Today', search: { range: 'today' } } as const;

const read = (text: string | undefined) => readViews(text, readAuditFilters);

test('reads what was stored, and nothing of what it cannot read', () => {
  expect(read(JSON.stringify([lockouts, today]))).toEqual([lockouts, today]);
  expect(read(undefined)).toEqual([]);
  expect(read('{')).toEqual([]);
  expect(read('[{"name":""}]')).toEqual([]);
  expect(read('[{"name":"Old","search":{"action":"gone","page":2,"q":"x"}}]')).toEqual([
    { name: 'Old', search: { q: 'x' } },
  ]);
});

test('the newest view comes first, and replaces one of the same name', () => {
  const views = withView<object>([lockouts], today);
  expect(views).toEqual([today, lockouts]);
  expect(withView(views, { name: 'Lockouts', search: { outcome: 'blocked' } })).toEqual([
    { name: 'Lockouts', search: { outcome: 'blocked' } },
    today,
  ]);
  expect(withoutView(views, 'Today')).toEqual([lockouts]);
});

test('keeps at most 30 views', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({ name: `View ${index}`, search: {} }));
  expect(withView<object>(many, today)).toEqual([today, ...many.slice(0, 29)]);
});

test('finds the view with exactly the filters of a search, in any order and on any page', () => {
  const views = [today, lockouts];
  const found = (search: Record<string, unknown>) => viewOf<object>(views, readAuditFilters(search));
  expect(found({ range: 'month', action: 'lockAccount', page: 4 })).toBe(lockouts);
  expect(found({ action: 'lockAccount' })).toBeUndefined();
  expect(found({ range: 'month', action: 'lockAccount', q: 'x' })).toBeUndefined();
});
