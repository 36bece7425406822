import { expect, test } from 'vitest';
import { choiceParam, pageParam, present, textParam } from './search-params.ts';

test.each([
  [2, 2],
  ['3', 3],
  [1, undefined],
  [0, undefined],
  [-2, undefined],
  [2.5, undefined],
  ['two', undefined],
  [undefined, undefined],
  [Number.MAX_VALUE, undefined],
])('page %o is read as %o', (value, expected) => {
  expect(pageParam(value)).toBe(expected);
});

test('a choice is an item of the list, or absent', () => {
  expect(choiceParam('owner', ['owner', 'admin'])).toBe('owner');
  expect(choiceParam('root', ['owner', 'admin'])).toBeUndefined();
  expect(choiceParam(undefined, ['owner'])).toBeUndefined();
});

test('text keeps typed numbers and nothing else', () => {
  expect([textParam(42), textParam('ann'), textParam(''), textParam(true)]).toEqual([
    '42',
    'ann',
    undefined,
    undefined,
  ]);
});

test('absent parameters do not appear', () => {
  expect(present({ q: 'ann', page: undefined })).toEqual({ q: 'ann' });
});
