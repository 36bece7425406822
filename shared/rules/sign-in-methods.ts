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

/**
 * What each of them has shown, by the names of RFC 8176 for `amr` where it has one. It has none for a mailbox. `pop`: a passkey, whose key
 * may be in hardware or not. `mfa`: more than one factor. A trusted device takes the place of the second step, but shows nothing.
 */
export const shownBy = {
  password: ['pwd'],
  password_code: ['pwd', 'otp', 'mfa'],
  password_recovery_code: ['pwd', 'otp', 'mfa'],
  password_passkey: ['pwd', 'pop', 'mfa'],
  password_trusted_device: ['pwd'],
  // Passkeys verify their user.
  passkey: ['pop', 'user', 'mfa'],
  // Whoever sets a password knows it.
  link: ['pwd'],
  email_link: ['email'],
  email_link_code: ['email', 'otp', 'mfa'],
  email_link_recovery_code: ['email', 'otp', 'mfa'],
  email_link_passkey: ['email', 'pop', 'mfa'],
} as const satisfies Readonly<Record<SignInMethod, readonly string[]>>;
export type Shown = (typeof shownBy)[SignInMethod][number];

/** How the person of a session has proved who they are. */
export interface Proof {
  readonly sign_in_method: SignInMethod | null;
  /** With what they last confirmed who they are. */
  readonly confirmed_with: string | null;
}

/** What the person of a session has shown, by signing in and since. */
export const shownIn = ({ sign_in_method: method, confirmed_with }: Proof): readonly Shown[] => {
  const shown: readonly Shown[] = method === null ? [] : shownBy[method];
  return confirmed_with === 'second_factor' && !shown.includes('mfa') ? [...shown, 'mfa'] : shown;
};

/** Whether the person of a session has shown a second factor, or a passkey, by signing in or since. */
export const hasShownSecondFactor = (session: Proof): boolean => shownIn(session).includes('mfa');

/** What a sign-in began with. Whoever sets a password by a link knows it. */
export type FirstStep = 'password' | 'email_link';

/** What can complete a sign-in that began with a password. */
export const secondFactorMethods = ['authenticator', 'passkey'] as const;
export type SecondFactorMethod = (typeof secondFactorMethods)[number];

/** What signed-in people can prove who they are with, strongest first. The password only where nothing else is set up. */
export const confirmationMethods = ['passkey', 'authenticator', 'recovery_code', 'password'] as const;
export type ConfirmationMethod = (typeof confirmationMethods)[number];
