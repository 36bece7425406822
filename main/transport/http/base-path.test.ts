import { expect, it } from 'vitest';
import { basePathOf, withoutBasePath } from './base-path.ts';

it.each([
  ['/castellan', '/'],
  ['/castellan/', '/'],
  ['/castellan?a=1', '/?a=1'],
  ['/castellan/login?a=/castellan/', '/login?a=/castellan/'],
  ['/castellan/castellan/x', '/castellan/x'],
  ['/castellans/login', '/castellans/login'],
  ['/login', '/login'],
  ['/', '/'],
])('%s is %s below /castellan', (target, inside) => {
  expect(withoutBasePath(target, '/castellan')).toBe(inside);
  expect(withoutBasePath(target, '')).toBe(target);
});

it('links have the path if the request had it', () => {
  expect(basePathOf({ originalUrl: '/castellan/login' }, '/castellan')).toBe('/castellan');
  expect(basePathOf({ originalUrl: '/login' }, '/castellan')).toBe('');
  expect(basePathOf({ originalUrl: '/login' }, '')).toBe('');
});
