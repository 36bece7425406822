import { expect, it } from 'vitest';
import { listName, nextPageUrl } from './next-page.ts';

it('keeps the fields of the query, but for the offset', () => {
  expect(nextPageUrl('/api/v1/sessions', 'abc')).toBe('/api/v1/sessions?cursor=abc');
  expect(nextPageUrl('/users?q=a%26b&limit=10&offset=20&cursor=old&sort=email', 'new')).toBe(
    '/users?q=a%26b&limit=10&cursor=new&sort=email',
  );
});

it('names a list by what it lists, whichever page is asked for', () => {
  const name = (params: object, query: object, id = 'listMembers') => listName(id, { params, query });
  const own = name({ tenant_id: 'a' }, { q: 'x', sort: 'name' });
  expect(name({ tenant_id: 'a' }, { sort: 'name', limit: '7', q: 'x', cursor: 'c', offset: '3' })).toBe(own);
  expect(name({ tenant_id: 'b' }, { q: 'x', sort: 'name' })).not.toBe(own);
  expect(name({ tenant_id: 'a' }, { q: 'y', sort: 'name' })).not.toBe(own);
  expect(name({ tenant_id: 'a' }, { q: 'x' })).not.toBe(own);
  expect(name({ tenant_id: 'a' }, { q: 'x', sort: 'name' }, 'listGroups')).not.toBe(own);
});
