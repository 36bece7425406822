import { expect, test } from 'vitest';
import { readHostingSearch, readUpgradesSearch } from './search-params.ts';

test('valid search parameters are read, and others count as absent', () => {
  expect(readHostingSearch({ tab: 'costs', month: '2026-01', page: 3 })).toEqual({
    tab: 'costs',
    month: '2026-01',
    page: 3,
  });
  const narrowed = { q: 'web', show: 'attention', plan: 'VPS', tag: 'prod', sort: 'cost', order: 'desc' };
  expect(readHostingSearch({ ...narrowed, page: 2 })).toEqual({ ...narrowed, page: 2 });
  expect(readHostingSearch({ show: 'everything', plan: '', tag: {}, sort: 'ram', order: 'asc' })).toEqual({});
  expect(readUpgradesSearch({ servers: 12345 })).toEqual({ servers: '12345' });
  expect(readHostingSearch({ tab: 'secrets', month: '2026-13', page: -1, other: 'x' })).toEqual({});
});
