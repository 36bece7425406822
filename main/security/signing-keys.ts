import { generateKeyPair, type JsonWebKey } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';

/**
 * The algorithms that sign what other programs verify. Some clients verify nothing but RS256. Tokens for Castellan itself are
 * signed with HS256, whose key is never published.
 */
export const signingAlgorithms = ['ES256', 'RS256'] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];

const number = z.base64url().min(1);

/** The private keys of an entry of the key file, as JWKs (RFC 7518). */
export const signingKeysSchema = z.strictObject({
  es256: z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: number, y: number, d: number }),
  rs256: z.strictObject({
    kty: z.literal('RSA'),
    n: number,
    e: number,
    d: number,
    p: number,
    q: number,
    dp: number,
    dq: number,
    qi: number,
  }),
});
export type SigningKeys = z.output<typeof signingKeysSchema>;

/** Runs in a thread of its own: an RSA key takes a good part of a second. */
const makeKeyPair = promisify(generateKeyPair);

/** New keys, one for each algorithm. */
export const newSigningKeys = async (): Promise<SigningKeys> => {
  const [ec, rsa] = await Promise.all([
    makeKeyPair('ec', { namedCurve: 'P-256' }),
    makeKeyPair('rsa', { modulusLength: 2048 }),
  ]);
  return signingKeysSchema.parse({
    es256: ec.privateKey.export({ format: 'jwk' }),
    rs256: rsa.privateKey.export({ format: 'jwk' }),
  });
};

/** A key of a ring, as far as it signs for others. */
interface Signer {
  readonly kid: string;
  readonly signing?: SigningKeys | undefined;
}

/** What a JWK says beside its numbers. */
export type DescribedJwk = JsonWebKey & { readonly kid: string; readonly alg: SigningAlgorithm; readonly use: 'sig' };

/** The ID under which a key is published: RFC 7517 has one for each. */
export const signingKeyId = (kid: string, algorithm: SigningAlgorithm): string => `${kid}-${lowerAscii(algorithm)}`;

const describe = (jwk: JsonWebKey, kid: string, alg: SigningAlgorithm): DescribedJwk => ({
  ...jwk,
  kid: signingKeyId(kid, alg),
  alg,
  use: 'sig',
});

/** The keys that sign, with their private numbers. Of each algorithm the first one signs, and the others verify. */
export const privateJwks = (keys: readonly Signer[]): DescribedJwk[] =>
  keys.flatMap(({ kid, signing }) =>
    signing ? [describe(signing.es256, kid, 'ES256'), describe(signing.rs256, kid, 'RS256')] : [],
  );

/** What others verify signatures with: the next key, too, so that they have it before anything is signed with it. */
export const publicJwks = (keys: readonly Signer[]): DescribedJwk[] =>
  keys.flatMap(({ kid, signing }) => {
    if (!signing) return [];
    // Named one by one: whatever a private key has besides, it isn't published.
    const { es256, rs256 } = signing;
    return [
      describe({ kty: es256.kty, crv: es256.crv, x: es256.x, y: es256.y }, kid, 'ES256'),
      describe({ kty: rs256.kty, n: rs256.n, e: rs256.e }, kid, 'RS256'),
    ];
  });
