import { z } from 'zod';
import { passkeyLimits } from '../rules/limits.ts';
import { reasonMessage } from '../texts/field-reasons.ts';
import { boundedString } from './bounded-string.ts';
import { id, password, secondFactorCode, timestamp, token } from './fields.ts';

/** Binary data of WebAuthn, which travels as base64url. Authenticators of today send a few hundred bytes. */
const binary = boundedString(passkeyLimits.binaryLength).min(1, reasonMessage('required'));

const transports = z.array(boundedString(32)).max(10);

/** The origin of the page that asks. The service checks that it is one of its own, and the browser signs it. */
export const origin = boundedString(300)
  .min(1, reasonMessage('required'))
  .meta({ description: 'Origin of the page that uses the passkey, such as https://castellan.example.com' });

/** What a browser answers to a challenge, as `PublicKeyCredential.toJSON()` (WebAuthn Level 3) names it. */
export const assertion = z
  .strictObject({
    id: binary,
    response: z.strictObject({
      clientDataJSON: binary,
      authenticatorData: binary,
      signature: binary,
      userHandle: binary.optional(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' });

/** A new passkey, as `PublicKeyCredential.toJSON()` names it. */
export const attestation = z
  .strictObject({
    id: binary,
    response: z.strictObject({ clientDataJSON: binary, attestationObject: binary, transports: transports.optional() }),
  })
  .meta({ id: 'PasskeyAttestation' });

/** The answer to a challenge, with the token that came with it: only the browser that asked has both. */
export const passkeyProof = z
  .strictObject({ challenge_token: token, credential: assertion })
  .meta({ id: 'PasskeyProof' });

/**
 * What changes to how an account signs in ask for: its password and, if two-factor authentication is on, a code or a
 * passkey.
 */
export const confirmation = {
  password,
  code: secondFactorCode.optional(),
  passkey: passkeyProof.optional().meta({ description: 'Instead of the code: an answer to startPasskeyConfirmation' }),
};

const described = z.strictObject({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) });

/** The challenge of a sign-in, as `PublicKeyCredential.parseRequestOptionsFromJSON()` takes it. */
export const requestChallenge = z
  .strictObject({
    challenge_token: z.string().meta({ description: 'Sent back with the answer; valid once, for five minutes' }),
    options: z.strictObject({
      challenge: z.string(),
      timeout: z.int(),
      rpId: z.string(),
      userVerification: z.literal('required'),
      allowCredentials: z
        .array(described)
        .meta({ description: 'Passkeys that are accepted; empty if the browser offers those it has' }),
    }),
  })
  .meta({ id: 'PasskeyChallenge' });

/** The challenge of a registration, as `PublicKeyCredential.parseCreationOptionsFromJSON()` takes it. */
export const creationChallenge = z
  .strictObject({
    challenge_token: z.string().meta({ description: 'Sent back with the new passkey; valid once, for five minutes' }),
    options: z.strictObject({
      rp: z.strictObject({ id: z.string(), name: z.string() }),
      user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
      challenge: z.string(),
      pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
      timeout: z.int(),
      attestation: z.literal('none'),
      excludeCredentials: z.array(described),
      authenticatorSelection: z.strictObject({
        residentKey: z.literal('required'),
        requireResidentKey: z.literal(true),
        userVerification: z.literal('required'),
      }),
    }),
  })
  .meta({ id: 'NewPasskeyChallenge' });

/** A passkey as its owner sees it. */
export const passkey = z
  .strictObject({
    passkey_id: id,
    name: z.string(),
    site: z.string().meta({ description: 'The domain that it works at' }),
    synced: z.boolean().meta({ description: 'Whether it is backed up, so that it may be on several devices' }),
    created_at: timestamp,
    last_used: timestamp.nullable(),
  })
  .meta({ id: 'Passkey' });
