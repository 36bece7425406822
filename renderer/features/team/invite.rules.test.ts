import { expect, test } from 'vitest';
import { addressesIn, addressesRefusal } from './invite.rules.ts';

test.each([
  [['ann@example.test'], ['ann@example.test']],
  [['ann@example.test, bob@example.test;cy@example.test'], ['ann@example.test', 'bob@example.test', 'cy@example.test']],
  [['ann@example.test\nbob@example.test\r\n'], ['ann@example.test', 'bob@example.test']],
  [['Ann Day <ann@example.test>, Bob <bob@example.test>'], ['ann@example.test', 'bob@example.test']],
  [['ann@example.test', ' ANN@example.test '], ['ann@example.test']],
  [['', '  ', ','], []],
])('reads %j', (entries, expected) => {
  expect(addressesIn(entries)).toEqual(expected);
});

test('names what is no address', () => {
  expect(addressesRefusal([])).toBe('Required');
  expect(addressesRefusal(['ann@example.test'])).toBeUndefined();
  expect(addressesRefusal(['ann@example.test', 'bob', 'cy@'])).toBe('Not an e-mail address: bob, cy@');
  expect(addressesRefusal(Array.from({ length: 101 }, (_, index) => `p${index}@example.test`))).toContain('100');
});
