import { expect, it } from 'vitest';
import { behind, byNumber, byText, ForeignPageEnd } from './paging.ts';

const ordering = [byText('users', 'name'), byNumber('users', 'created_at', 'desc')];
const query: { where: () => unknown } = { where: () => query };
const pageEnd = (order: string, ...keys: (string | number)[]) => behind(query as never, ordering, { order, keys });

it('takes the end of a page of the same list', () => {
  expect(pageEnd('tand', 'Ada', 7)).toBe(query);
});

it.each([
  ['an end of another order', 'tana', ['Ada', 7]],
  ['fewer values', 'tand', ['Ada']],
  ['more values', 'tand', ['Ada', 7, 7]],
  ['a number for a text', 'tand', [7, 7]],
  ['a text for a number', 'tand', ['Ada', '7']],
  ['a number that is none', 'tand', ['Ada', Number.NaN]],
  ['a number that engines round', 'tand', ['Ada', 2 ** 53]],
  ['a fraction', 'tand', ['Ada', 0.5]],
  ['half a character, which engines replace', 'tand', ['\ud83d', 7]],
  ['a character that ends a text for some engines', 'tand', ['Ada\u0000', 7]],
])('refuses %s', (_what, order, keys) => {
  expect(() => pageEnd(order, ...keys)).toThrow(ForeignPageEnd);
});
