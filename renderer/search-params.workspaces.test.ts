import { expect, test } from 'vitest';
import { readWorkspaceSearch, readWorkspacesSearch } from './search-params.ts';

test('the URL holds the search and the page', () => {
  expect(readWorkspacesSearch({ q: 'acme', page: '3' })).toEqual({ q: 'acme', page: 3 });
  expect(readWorkspacesSearch({ q: 42, page: 1 })).toEqual({ q: '42' });
  expect(readWorkspaceSearch({ q: 'acme', page: 2 })).toEqual({ page: 2 });
});

test('invalid values count as absent', () => {
  expect(readWorkspacesSearch({ q: '', page: -1, sort: 'x' })).toEqual({});
  expect(readWorkspacesSearch({ q: ['a'], page: 'two' })).toEqual({});
  expect(readWorkspacesSearch({ q: 'x'.repeat(300) }).q).toHaveLength(200);
});
