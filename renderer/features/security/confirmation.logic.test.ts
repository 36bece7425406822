import { describe, expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import type { ConfirmationDemand } from '../../api/problem.ts';
import { codeField, waysToConfirm } from './confirmation.logic.ts';

const all: ConfirmationDemand['methods'] = ['passkey', 'authenticator', 'recovery_code', 'password'];
const subsets = all.reduce<ConfirmationDemand['methods'][]>(
  (sets, method) => sets.flatMap((set) => [set, [...set, method]]),
  [[]],
);

describe.each(subsets)('an account that confirms with %j', (...methods) => {
  test.each([true, false])('is offered the strongest way first, where passkeys work: %s', (hasPasskeys) => {
    const ways = waysToConfirm(methods, hasPasskeys);
    expect(ways).toEqual(['passkey', 'code', 'password'].filter((way) => ways.some((offered) => offered === way)));
    expect(ways.includes('passkey')).toBe(hasPasskeys && methods.includes('passkey'));
    expect(ways.includes('code')).toBe(methods.includes('authenticator') || methods.includes('recovery_code'));
    expect(ways.includes('password')).toBe(methods.includes('password'));
  });
});

test('the field for a code says which codes it takes', () => {
  const app = { label: 'Code', description: 'From your authenticator app' };
  expect(codeField(['authenticator'], english)).toEqual(app);
  expect(codeField(['passkey', 'authenticator', 'recovery_code'], english)).toEqual({
    ...app,
    description: 'From your authenticator app, or a recovery code',
  });
  expect(codeField(['passkey', 'recovery_code'], english)).toEqual({ label: 'Recovery code' });
});
