/** How someone signed in. `link`: through a link that reached their mailbox, or was handed to them. */
export const signInMethods = [
  'password',
  'password_code',
  'password_recovery_code',
  'password_passkey',
  'password_trusted_device',
  'passkey',
  'link',
] as const;
export type SignInMethod = (typeof signInMethods)[number];

/** What can complete a sign-in that began with a password. */
export const secondFactorMethods = ['authenticator', 'passkey'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** What signed-in people can prove who they are with, strongest first. The password only where nothing else is set up. */
export const confirmationMethods = ['passkey', 'authenticator', 'recovery_code', 'password'] as const;
export type ConfirmationMethod = (typeof confirmationMethods)[number];
