import { describe, expect, it } from 'vitest';
import { hasShownSecondFactor, type SignInMethod, shownBy, shownIn, signInMethods } from './sign-in-methods.ts';

const session = (sign_in_method: SignInMethod | null, confirmed_with: string | null = null) => ({
  sign_in_method,
  confirmed_with,
});

describe('a second factor', () => {
  it('was shown by those who gave one, or a passkey, and not by a trusted device', () => {
    expect(signInMethods.filter((method) => hasShownSecondFactor(session(method)))).toEqual([
      'password_code',
      'password_recovery_code',
      'password_passkey',
      'passkey',
      'email_link_code',
      'email_link_recovery_code',
      'email_link_passkey',
    ]);
    expect(hasShownSecondFactor(session(null))).toBe(false);
  });

  it('counts as well if it was shown since, and the password does not', () => {
    expect(shownIn(session('password_trusted_device', 'second_factor'))).toEqual(['pwd', 'mfa']);
    expect(hasShownSecondFactor(session('password', 'password'))).toBe(false);
  });
});

it('names are those of RFC 8176, and one for the mailbox', () => {
  const registered = ['hwk', 'mfa', 'otp', 'pop', 'pwd', 'swk', 'user'];
  const others = new Set(
    Object.values(shownBy)
      .flat()
      .filter((name) => !registered.includes(name)),
  );
  expect([...others]).toEqual(['email']);
});
