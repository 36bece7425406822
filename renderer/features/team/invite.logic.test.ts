import { expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { addressesError, mostAddresses, resultsCsv } from './invite.logic.ts';

const [ann, bob] = ['ann@example.test', 'bob@example.test'];

test('a list is rejected if it has no address, or more than a team can have', () => {
  expect(addressesError([], english)).toBe('Enter at least one email address');
  expect(addressesError([ann], english)).toBeUndefined();
  expect(addressesError([ann, 'bob'], english)).toBeUndefined();
  expect(addressesError(['bob', 'cy@'], english)).toBe('Not a valid email address: bob, cy@');
  const many = Array.from({ length: mostAddresses + 1 }, (_, index) => `p${index}@example.test`);
  expect(addressesError(many, english)).toContain('2,000');
});

test('results become a table in which no formula runs', () => {
  const csv = resultsCsv(
    [
      { email: ann, ok: true },
      { email: '=cmd()', ok: false, code: 'VALIDATION_FAILED', detail: 'x' },
      { email: bob, ok: false, code: 'NEVER_SEEN', detail: 'Told by the service' },
    ],
    english,
  );
  expect(csv.split('\r\n')).toEqual([
    'email,invited,reason',
    `${ann},true,`,
    "'=cmd(),false,Not a valid email address",
    `${bob},false,Told by the service`,
    '',
  ]);
});
