import { expect, it } from 'vitest';
import { nextPageUrl } from './next-page.ts';

it('keeps the fields of the query, but for the offset', () => {
  expect(nextPageUrl('/api/v1/sessions', 'abc')).toBe('/api/v1/sessions?cursor=abc');
  expect(nextPageUrl('/users?q=a%26b&limit=10&offset=20&cursor=old&sort=email', 'new')).toBe(
    '/users?q=a%26b&limit=10&cursor=new&sort=email',
  );
});
