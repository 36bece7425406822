import { expect, test } from 'vitest';
import { readHostingSearch } from './search-params.ts';

test('valid search parameters are read, and others count as absent', () => {
  expect(readHostingSearch({ tab: 'costs', month: '2026-01', page: 3 })).toEqual({
    tab: 'costs',
    month: '2026-01',
    page: 3,
  });
  expect(readHostingSearch({ tab: 'secrets', month: '2026-13', page: -1, other: 'x' })).toEqual({});
});
