import { expect, it } from 'vitest';
import { emailVerifiers } from '#shared/rules/email-verifiers.ts';
import { wantsVerificationLink } from './verification.logic.ts';

it('offers a link to whoever has not proved their mailbox, and none that proves no more than a word', () => {
  const offered = (email_verified: boolean, email_verified_by: (typeof emailVerifiers)[number] | null) =>
    [true, false].map((sendsEmail) => wantsVerificationLink({ email_verified, email_verified_by }, sendsEmail));
  expect(offered(false, null)).toEqual([true, true]);
  expect(offered(true, null)).toEqual([false, false]);
  expect(emailVerifiers.map((by) => [by, offered(true, by)])).toEqual(
    emailVerifiers.map((by) => [by, by === 'mailbox' ? [false, false] : [true, false]]),
  );
});
