/** What can go wrong in a call to the hosting provider (seed 001 §7, and what the seed leaves open), by kind. */
export const providerErrorKinds = ['rejected', 'unauthorized', 'unreachable', 'unreadable'] as const;
export type ProviderErrorKind = (typeof providerErrorKinds)[number];

interface Reason {
  kind: ProviderErrorKind;
  /** What happened, in words for users. */
  title: string;
  /** What to do next. */
  advice: string;
  /** Whether the same call may succeed later without anyone changing anything. */
  passes: boolean;
}

const define = <Name extends string>(table: Record<Name, Reason>) => table;

/** Every reason, with what an admin can do about it. */
export const providerErrorReasons = define({
  hourly_disabled: {
    kind: 'rejected',
    title: 'Hourly products are disabled',
    advice: 'Choose another billing cycle, or ask the customer service of the provider to enable hourly billing.',
    passes: false,
  },
  invalid_serviceid: {
    kind: 'rejected',
    title: 'The provider does not know this server',
    advice: 'Read the list of servers again: this one may have been ended, or belong to another account.',
    passes: false,
  },
  unknown_action: {
    kind: 'rejected',
    title: 'The provider does not offer this action',
    advice: 'Check the address of the interface in the provider settings.',
    passes: false,
  },
  refused: {
    kind: 'rejected',
    title: 'The provider refused this',
    advice: 'Read its answer, put right what it names, and try again.',
    passes: false,
  },
  not_authorized: {
    kind: 'unauthorized',
    title: 'The provider does not accept the key from this machine',
    advice:
      'Check the API key, and that the IPv4 address under which this machine reaches the internet is on the allow-list of the key.',
    passes: false,
  },
  timeout: {
    kind: 'unreachable',
    title: 'The provider did not answer in time',
    advice: 'Wait a minute and try again.',
    passes: true,
  },
  network: {
    kind: 'unreachable',
    title: 'The provider cannot be reached',
    advice: 'Check the internet connection of this machine and the address of the interface, and try again.',
    passes: true,
  },
  busy: {
    kind: 'unreachable',
    title: 'The provider is out of order or busy',
    advice: 'Wait a few minutes and try again.',
    passes: true,
  },
  certificate: {
    kind: 'unreachable',
    title: 'The certificate of the provider is not valid',
    advice: 'Check the address of the interface and the clock of this machine. Nothing was sent.',
    passes: false,
  },
  address_refused: {
    kind: 'unreachable',
    title: 'The address of the interface is not a public one',
    advice: 'Use the public https address of the provider, or allow private addresses in the provider settings.',
    passes: false,
  },
  sandbox_damaged: {
    kind: 'unreadable',
    title: 'The sandbox cannot read or keep its state',
    advice: 'Reset the sandbox. If that fails too, look for room on the disk and at the rights of the data folder.',
    passes: false,
  },
  redirected: {
    kind: 'unreadable',
    title: 'The address of the interface leads elsewhere',
    advice:
      'Enter the address of the interface itself: redirects are not followed, because the key would go with them.',
    passes: false,
  },
  too_large: {
    kind: 'unreadable',
    title: 'The answer is too large',
    advice: 'Check the address of the interface: this is not an answer of the provider.',
    passes: false,
  },
  unexpected_status: {
    kind: 'unreadable',
    title: 'This address is not the interface of the provider',
    advice: 'Check the address of the interface in the provider settings.',
    passes: false,
  },
  not_json: {
    kind: 'unreadable',
    title: 'The answer is not one of this interface',
    advice: 'Check the address of the interface. If it is right, the provider may be in maintenance: try again later.',
    passes: true,
  },
  unexpected_shape: {
    kind: 'unreadable',
    title: 'The answer is not understood',
    advice: 'Look into the client area of the provider to see what is the case, and try again later.',
    passes: false,
  },
});

export type ProviderErrorReason = keyof typeof providerErrorReasons;

/** All reasons, in the order of the table. */
export const providerErrorReasonNames = Object.keys(providerErrorReasons) as ProviderErrorReason[];

/**
 * Whether a state-changing call that failed this way may have taken effect anyway. Only a response from the provider
 * itself proves that it did not.
 */
export const mayHaveHappened = (error: { kind: ProviderErrorKind; sent: boolean }): boolean =>
  error.sent && (error.kind === 'unreachable' || error.kind === 'unreadable');
