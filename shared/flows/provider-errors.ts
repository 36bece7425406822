/** What can go wrong in a call to the hosting provider (seed 001 §7, and what the seed leaves open), by kind. */
export const providerErrorKinds = ['rejected', 'unauthorized', 'unreachable', 'unreadable'] as const;
export type ProviderErrorKind = (typeof providerErrorKinds)[number];

/** The error of the closed table (shared/texts/errors.ts) for each kind. */
export const providerErrorKeys = {
  rejected: 'PROVIDER_REJECTED',
  unauthorized: 'PROVIDER_UNAUTHORIZED',
  unreachable: 'PROVIDER_UNREACHABLE',
  unreadable: 'PROVIDER_UNREADABLE',
} as const satisfies Record<ProviderErrorKind, string>;
export type ProviderErrorKey = (typeof providerErrorKeys)[ProviderErrorKind];

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
    advice: 'Choose another billing cycle, or ask the provider’s support to enable hourly billing.',
    passes: false,
  },
  invalid_serviceid: {
    kind: 'rejected',
    title: 'The provider doesn’t know this server',
    advice: 'Refresh the list of servers. This one may have been deleted, or belong to another account.',
    passes: false,
  },
  unknown_action: {
    kind: 'rejected',
    title: 'The provider doesn’t offer this action',
    advice: 'Check the API address in the provider settings.',
    passes: false,
  },
  refused: {
    kind: 'rejected',
    title: 'The provider rejected the request',
    advice: 'Correct what it says is wrong, and try again.',
    passes: false,
  },
  not_offered: {
    kind: 'rejected',
    title: 'The provider doesn’t offer this',
    advice: 'Nothing was sent. Choose something that this provider offers.',
    passes: false,
  },
  server_locked: {
    kind: 'rejected',
    title: 'The provider is still busy with this server',
    advice: 'Nothing was changed. Wait until the other task is done, and try again.',
    passes: true,
  },
  rate_limited: {
    kind: 'rejected',
    title: 'The provider accepts no more requests for now',
    advice: 'Nothing was changed. Wait a few minutes and try again.',
    passes: true,
  },
  not_authorized: {
    kind: 'unauthorized',
    title: 'The provider rejected the API key or the address of this computer',
    advice:
      'Check the API key. If the provider has an allowlist, it must contain the public IPv4 address of this computer.',
    passes: false,
  },
  timeout: {
    kind: 'unreachable',
    title: 'The provider didn’t answer in time',
    advice: 'Wait a minute and try again.',
    passes: true,
  },
  network: {
    kind: 'unreachable',
    title: 'The provider couldn’t be reached',
    advice: 'Check the internet connection of this computer and the API address, and try again.',
    passes: true,
  },
  busy: {
    kind: 'unreachable',
    title: 'The provider is unavailable or busy',
    advice: 'Wait a few minutes and try again.',
    passes: true,
  },
  certificate: {
    kind: 'unreachable',
    title: 'The provider’s certificate isn’t valid',
    advice: 'Check the API address and the clock of this computer. Nothing was sent.',
    passes: false,
  },
  proxy_unreachable: {
    kind: 'unreachable',
    title: 'The outgoing proxy couldn’t be reached',
    advice: 'Nothing was sent. Ask the operator of this server to check HTTPS_PROXY and the proxy.',
    passes: true,
  },
  proxy_login: {
    kind: 'unreachable',
    title: 'The outgoing proxy asks for another user or password',
    advice: 'Nothing was sent. Ask the operator of this server to check the user and password in HTTPS_PROXY.',
    passes: false,
  },
  proxy_refused: {
    kind: 'unreachable',
    title: 'The outgoing proxy didn’t let the connection through',
    advice: 'Nothing was sent. Ask the operator of this server to allow the provider’s addresses at the proxy.',
    passes: false,
  },
  address_refused: {
    kind: 'unreachable',
    title: 'The API address isn’t public',
    advice:
      'Use the provider’s public https address. An operator of this server can allow private addresses in the provider settings.',
    passes: false,
  },
  sandbox_damaged: {
    kind: 'unreadable',
    title: 'The sandbox couldn’t read or save its data',
    advice: 'Reset the sandbox. If that fails, check the free disk space and the permissions of the data folder.',
    passes: false,
  },
  redirected: {
    kind: 'unreadable',
    title: 'The API address redirects elsewhere',
    advice:
      'Enter the address that it redirects to. Castellan doesn’t follow redirects, because they would receive the key.',
    passes: false,
  },
  too_large: {
    kind: 'unreadable',
    title: 'The response is too large',
    advice: 'Check the API address. If it is correct, the provider sends more than Castellan reads.',
    passes: false,
  },
  unexpected_status: {
    kind: 'unreadable',
    title: 'This address isn’t the provider’s API',
    advice: 'Check the API address in the provider settings.',
    passes: false,
  },
  not_json: {
    kind: 'unreadable',
    title: 'The response isn’t from the provider’s API',
    advice: 'Check the API address. If it is correct, the provider may be under maintenance. Try again later.',
    passes: true,
  },
  mixed_results: {
    kind: 'unreadable',
    title: 'The provider reported success and an error',
    advice: 'It may have done part of it. Check the server in the provider’s client area.',
    passes: false,
  },
  unexpected_shape: {
    kind: 'unreadable',
    title: 'Castellan couldn’t understand the response',
    advice: 'Check the status in the provider’s client area, and try again later.',
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

/** What happened, the provider's own message if it sent one, and what to do, in English. */
export const providerErrorText = (reason: ProviderErrorReason, message?: string): string => {
  const { title, advice } = providerErrorReasons[reason];
  return message === undefined ? `${title}. ${advice}` : `${title}: “${message}”. ${advice}`;
};
