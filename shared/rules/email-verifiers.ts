/**
 * Who says that an address belongs to its account. Only `mailbox` proves it: an email arrived. The others vouch for it:
 * someone who manages the account, the operator of this server, or another provider that the account signs in with.
 */
export const emailVerifiers = ['mailbox', 'owner', 'operator', 'provider'] as const;
export type EmailVerifier = (typeof emailVerifiers)[number];
