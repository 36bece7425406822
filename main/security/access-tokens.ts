import { CompactSign, type CryptoKey, decodeJwt, jwtVerify } from 'jose';
import { z } from 'zod';
import { lifetimesMs, minute, second } from '#shared/rules/limits.ts';
import { type Role, roles } from '#shared/rules/roles.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Clock } from '../platform/clock.ts';
import type { Key, KeyRing } from './keys.ts';

const type = 'at+jwt';
const encoder = new TextEncoder();
/** Clock skew allowed for tokens issued "in the future". */
const skewMs = 1 * minute;

/** Exactly the claims of seed 000 §2. */
const claimsSchema = z.strictObject({
  user_id: z.string(),
  tenant_id: z.string(),
  email: z.string(),
  role: z.enum(roles),
  iat: z.int(),
  exp: z.int(),
});
export type Claims = z.output<typeof claimsSchema>;

export interface VerifiedToken {
  readonly claims: Claims;
  readonly sessionId: string;
  /** How many refreshes of its session came before it. */
  readonly generation: number;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface AccessTokens {
  /**
   * Signs a token bound to a session (seed 000 §2, Tokens). `generation` counts the session's refreshes: each one gets
   * another token, even within a second.
   */
  sign(
    subject: { user_id: string; tenant_id: string; email: string; role: Role },
    sessionId: string,
    generation?: number,
  ): Promise<string>;
  /**
   * Checks signature and shape, but not expiry: callers check `expiresAt`, since logout must accept expired tokens.
   * @throws AppError TOKEN_INVALID
   */
  verify(token: string): Promise<VerifiedToken>;
}

/** The user of a token that we have just signed ourselves. Checks nothing: use `verify` for tokens of callers. */
export const userIdOf = (ownToken: string): string => claimsSchema.shape.user_id.parse(decodeJwt(ownToken).user_id);

/**
 * HS256 only. DECISION 0008: the session ID goes in the protected header (`sid`), so the claims stay the six of the
 * seed. The signature covers the header too.
 */
export const createAccessTokens = (keys: KeyRing, clock: Clock): AccessTokens => {
  // Import each key once. Given raw bytes, jose would import the key again for every token.
  const imported = new Map<string, Promise<CryptoKey>>();
  const cryptoKeyOf = (key: Key): Promise<CryptoKey> => {
    const known = imported.get(key.kid);
    if (known) return known;
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const fresh = crypto.subtle.importKey('raw', key.derive('access-token'), algorithm, false, ['sign', 'verify']);
    imported.set(key.kid, fresh);
    return fresh;
  };
  return {
    async sign({ user_id, tenant_id, email, role }, sessionId, generation = 0) {
      const iat = Math.floor(clock.now() / second);
      const claims: Claims = { user_id, tenant_id, email, role, iat, exp: iat + lifetimesMs.accessToken / second };
      // Not SignJWT: it copies the claims first, which are complete here.
      return new CompactSign(encoder.encode(JSON.stringify(claims)))
        .setProtectedHeader({
          alg: 'HS256',
          typ: type,
          kid: keys.current.kid,
          sid: sessionId,
          ...(generation > 0 && { gen: generation }),
        })
        .sign(await cryptoKeyOf(keys.current));
    },
    async verify(token) {
      try {
        const { payload, protectedHeader } = await jwtVerify(
          token,
          ({ kid }) => {
            const key = typeof kid === 'string' ? keys.find(kid) : undefined;
            if (!key) throw new Error('Unknown signing key');
            return cryptoKeyOf(key);
          },
          {
            algorithms: ['HS256'],
            typ: type,
            // We check expiry ourselves, with the injected clock. At the epoch, jose considers nothing expired.
            currentDate: new Date(0),
          },
        );
        const claims = claimsSchema.parse(payload);
        const { sid, gen = 0 } = protectedHeader;
        if (typeof sid !== 'string' || sid === '') throw new Error('No session ID in the header');
        if (typeof gen !== 'number') throw new Error('The generation is not a number');
        if (claims.exp <= claims.iat || claims.exp - claims.iat > lifetimesMs.accessToken / second) {
          throw new Error('Lifetime is too long');
        }
        if (claims.iat * second > clock.now() + skewMs) throw new Error('Issued in the future');
        return { claims, sessionId: sid, generation: gen, expiresAt: claims.exp * second };
      } catch (cause) {
        throw new AppError('TOKEN_INVALID', {}, { cause });
      }
    },
  };
};
