import { skipToken, useQuery } from '@tanstack/react-query';
import type { OutputOf, RequestOf } from '#shared/contract/operation.ts';
import type { addPasskey } from '#shared/contract/security/add-passkey.ts';
import type { startPasskeyConfirmation } from '#shared/contract/security/start-passkey-confirmation.ts';
import type { startPasskeyRegistration } from '#shared/contract/security/start-passkey-registration.ts';
import { loadPart } from '../parts/page.ts';
import { useTRPC } from './context.tsx';
import { desktopBridge } from './desktop.ts';
import { PasskeyError, type PasskeyFailure } from './passkey-error.ts';

/** Loaded on first use: most visits never need it. */
const library = () => loadPart(() => import('@simplewebauthn/browser'));

/**
 * Whether passkeys work in this window: at this address by the service's word, in this browser, and in the desktop app,
 * which can't reach a phone or a security key, on this computer.
 */
export const canUsePasskeys = async (origins: readonly string[]): Promise<boolean> => {
  if (!origins.includes(location.origin) || !('PublicKeyCredential' in window)) return false;
  return desktopBridge() === undefined || PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
};

/** Whether passkeys work in this window; undefined until that is known. */
export const usePasskeysHere = (): boolean | undefined => {
  const origins = useQuery(useTRPC().welcome.getWelcome.queryOptions()).data?.passkey_origins;
  return useQuery({
    queryKey: ['passkeys', origins],
    queryFn: origins === undefined ? skipToken : () => canUsePasskeys(origins),
  }).data;
};

/** What went wrong, by the names that WebAuthn gives to errors. */
const failures: Readonly<Record<string, PasskeyFailure>> = {
  NotAllowedError: 'dismissed',
  AbortError: 'dismissed',
  InvalidStateError: 'exists',
  SecurityError: 'unavailable',
  NotSupportedError: 'unavailable',
  ConstraintError: 'unavailable',
};

const withFailures = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (cause) {
    const failure = cause instanceof Error ? failures[cause.name] : undefined;
    throw failure === undefined ? cause : new PasskeyError(failure, { cause });
  }
};

type Challenge = OutputOf<typeof startPasskeyConfirmation>;

/** Asks the user for one of their passkeys. @throws PasskeyError */
export const answerWithPasskey = async ({ challenge_token, options }: Challenge) => {
  const { startAuthentication } = await library();
  const { id, response } = await withFailures(startAuthentication({ optionsJSON: options }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    challenge_token,
    credential: {
      id,
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) },
    },
  };
};

type NewPasskey = Pick<RequestOf<typeof addPasskey>, 'challenge_token' | 'credential'>;

/** Has the user make a passkey. @throws PasskeyError */
export const makePasskey = async ({
  challenge_token,
  options,
}: OutputOf<typeof startPasskeyRegistration>): Promise<NewPasskey> => {
  const { startRegistration } = await library();
  const { id, response } = await withFailures(startRegistration({ optionsJSON: options as never }));
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { challenge_token, credential: { id, response: { clientDataJSON, attestationObject, transports } } };
};
