import type { z } from 'zod';
import type { assertion, attestation, creationChallenge, requestChallenge } from '#shared/contract/passkeys.ts';
import { lifetimesMs } from '#shared/rules/limits.ts';
import type { PasskeyRow } from '../storage/store/identity/passkeys.ts';
import { transportsOf } from '../storage/store/stored-columns.ts';
import type { PasskeyChallenge } from './passkey-challenges.ts';
import type { RelyingParty } from './relying-parties.ts';

/** Loaded on first use: it parses certificates of many formats, which no start should wait for. */
const library = () => import('@simplewebauthn/server');
/** Its helpers can't be loaded alone in a bundle, so this is what they decode with. */
const cbor = () => import('@levischuck/tiny-cbor');

const issuer = 'Castellan';
/** Ed25519, ES256 and RS256: every authenticator has one of them. */
const algorithms = [-8, -7, -257];

const bytesOf = (base64url: string) => Uint8Array.from(Buffer.from(base64url, 'base64url'));

/** The account's ID, as authenticators store it and return it with each answer. It identifies no one. */
export const userHandleOf = (userId: string): string => Buffer.from(userId).toString('base64url');

const describe = (row: PasskeyRow) => ({
  id: row.credential_id,
  type: 'public-key' as const,
  transports: transportsOf(row),
});

type RequestOptions = z.output<typeof requestChallenge>['options'];
type CreationOptions = z.output<typeof creationChallenge>['options'];

/** What a browser needs for a sign-in with one of `passkeys`, or with any that it has for the site. */
export const requestOptions = (
  challenge: string,
  party: RelyingParty,
  passkeys: readonly PasskeyRow[] = [],
): RequestOptions => ({
  challenge,
  timeout: lifetimesMs.passkeyChallenge,
  rpId: party.id,
  userVerification: 'required',
  allowCredentials: passkeys.map(describe),
});

/** What a browser needs to make a passkey. Authenticators that have one of `passkeys` already refuse. */
export const creationOptions = (
  challenge: string,
  party: RelyingParty,
  user: { id: string; email: string; name: string },
  passkeys: readonly PasskeyRow[],
): CreationOptions => ({
  rp: { id: party.id, name: issuer },
  user: { id: userHandleOf(user.id), name: user.email, displayName: user.name },
  challenge,
  pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
  timeout: lifetimesMs.passkeyChallenge,
  attestation: 'none',
  excludeCredentials: passkeys.map(describe),
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
});

/** What an authenticator says about a new passkey. */
export interface NewPasskey {
  credentialId: string;
  publicKey: string;
  counter: number;
  backedUp: boolean;
}

/**
 * An attestation object without its statement, which nobody asks for, and which some browsers send all the same. The
 * library would verify it: certificates that its sender wrote name addresses to download revocation lists from.
 * @throws Error if it is not an attestation object (WebAuthn §6.5.4)
 */
const withoutStatement = async (attestationObject: string): Promise<string> => {
  const { decodePartialCBOR, encodeCBOR } = await cbor();
  const [sent]: [unknown, number] = decodePartialCBOR(bytesOf(attestationObject), 0);
  const authData: unknown = sent instanceof Map ? sent.get('authData') : undefined;
  if (!(authData instanceof Uint8Array)) throw new Error('no attestation object');
  const kept = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ]);
  return Buffer.from(encodeCBOR(kept)).toString('base64url');
};

/** Checks a new passkey against its challenge; undefined for any that doesn't fit. */
export const verifyAttestation = async (
  { id, response }: z.output<typeof attestation>,
  { challenge, party }: PasskeyChallenge,
): Promise<NewPasskey | undefined> => {
  const { verifyRegistrationResponse } = await library();
  const verified = await withoutStatement(response.attestationObject)
    .then((attestationObject) =>
      verifyRegistrationResponse({
        response: {
          id,
          rawId: id,
          type: 'public-key',
          clientExtensionResults: {},
          response: { clientDataJSON: response.clientDataJSON, attestationObject },
        },
        expectedChallenge: challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
        supportedAlgorithmIDs: algorithms,
      }),
    )
    // The library throws whatever is wrong with the answer, which only its sender could put right.
    .catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    backedUp: credentialBackedUp,
  };
};

/** Checks the answer of a passkey to a challenge; undefined for any that doesn't fit. */
export const verifyAssertion = async (
  { id, response: { userHandle, ...response } }: z.output<typeof assertion>,
  { challenge, party }: PasskeyChallenge,
  passkey: PasskeyRow,
): Promise<{ counter: number; backedUp: boolean } | undefined> => {
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { ...response, ...(userHandle !== undefined && { userHandle }) },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    // Our caller compares the counter, because a copy must be told apart from a wrong signature.
    credential: { id: passkey.credential_id, publicKey: bytesOf(passkey.public_key), counter: 0 },
    // The library throws whatever is wrong with the answer, which only its sender could put right.
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { counter: newCounter, backedUp: credentialBackedUp };
};

/** Whether a counter shows that the passkey may have been copied (WebAuthn §6.1.1). Many always say 0. */
export const isCopied = (stored: number, counter: number): boolean => (stored > 0 || counter > 0) && counter <= stored;
