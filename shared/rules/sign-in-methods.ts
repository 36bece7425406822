/**
 * How someone signed in. `link`: through a link that reached their mailbox, or was handed to them, to set a password.
 * `email_link`: by a link that they asked for to sign in.
 */
export const signInMethods = [
  'password',
  'password_code',
  'password_recovery_code',
  'password_passkey',
  'password_trusted_device',
  'passkey',
  'link',
  'email_link',
  'email_link_code',
  'email_link_recovery_code',
  'email_link_passkey',
] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** What a sign-in began with. Whoever sets a password by a link knows it. */
export type FirstStep = 'password' | 'email_link';

/** What can complete a sign-in that began with a password. */
export const secondFactorMethods = ['authenticator', 'passkey'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** What signed-in people can prove who they are with, strongest first. The password only where nothing else is set up. */
export const confirmationMethods = ['passkey', 'authenticator', 'recovery_code', 'password'] as const;
export type ConfirmationMethod = (typeof confirmationMethods)[number];
