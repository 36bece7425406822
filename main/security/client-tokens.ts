import { type CryptoKey, decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { apiPrefix } from '#shared/contract/http-names.ts';
import { lifetimesMs, minute, second } from '#shared/rules/limits.ts';
import { type ServiceScope, serviceScopes } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import type { Clock } from '../platform/clock.ts';
import { isFromWrongClock } from '../platform/remaining-wait.ts';
import { isApiKey } from './api-keys.ts';
import type { KeyRing } from './keys.ts';
import { publicJwks } from './signing-keys.ts';

/** What signs access tokens of service accounts. Those of sessions are signed with HS256, and verified apart. */
export const clientTokenAlgorithm = 'ES256';

const type = 'at+jwt';
/** Clock skew allowed for tokens issued "in the future". */
const skewMs = 1 * minute;

/** Where people and programs reach this server. */
interface Address {
  readonly publicUrl: string | undefined;
  readonly isPublicHttps: boolean;
  readonly basePath: string;
}

/** Where the provider is: all that it gives says so. Undefined without an https public URL: then there is none. */
export const issuerAt = ({ publicUrl, isPublicHttps, basePath }: Address): string | undefined =>
  isPublicHttps && publicUrl !== undefined ? `${publicUrl}${basePath}` : undefined;

/** What access tokens of service accounts are for (RFC 8707): the API, and nothing else that the provider signs for. */
export const audienceAt = (issuer: string): string => `${issuer}${apiPrefix}`;

/** RFC 9068, with the ID of the client secret that the token was given for. */
const claimsSchema = z.object({
  iss: z.string(),
  aud: z.string(),
  sub: z.string(),
  client_id: z.string(),
  jti: z.string(),
  key_id: z.string(),
  scope: z.string(),
  iat: z.int(),
  exp: z.int(),
});

/** Whether a token says that it is one of a service account. Nothing is proved by that: it decides who verifies it. */
const isClientToken = (token: string): boolean => {
  try {
    return decodeProtectedHeader(token).alg === clientTokenAlgorithm;
  } catch {
    // It has no header to read, so it is none. Whoever verifies it as another one says what is wrong with it.
    return false;
  }
};

/** What an access token of a service account says. */
export interface ClientToken {
  readonly accountId: string;
  /** The client secret that it was given for: the token ends with it. */
  readonly keyId: string;
  readonly scopes: readonly ServiceScope[];
}

/** Verifies the access tokens that service accounts get for their client secrets (DECISION 0341). */
export interface ClientTokens {
  /** @throws AppError TOKEN_INVALID, TOKEN_EXPIRED */
  verify(token: string): Promise<ClientToken>;
}

interface Verified extends ClientToken {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** The keys that it was verified with: one of them may have been retired since. */
  readonly ring: KeyRing['all'];
}

/** Verifies tokens of the issuer at an address. Without an https public URL, it refuses each one. */
export const createClientTokens = (keys: KeyRing, clock: Clock, address: Address): ClientTokens => {
  // Use `maxSize`, not `max`: `max` preallocates.
  const known = new LRUCache<string, Verified>({ maxSize: 5_000, sizeCalculation: () => 1 });
  let imported: { ring: KeyRing['all']; byId: Map<string, CryptoKey> } | undefined;
  const keyNamed = async (kid: unknown): Promise<CryptoKey> => {
    if (imported?.ring !== keys.all) {
      const ring = keys.all;
      const byId = new Map<string, CryptoKey>();
      for (const jwk of publicJwks(ring)) {
        if (jwk.alg === clientTokenAlgorithm) byId.set(jwk.kid, (await importJWK(jwk, jwk.alg)) as CryptoKey);
      }
      imported = { ring, byId };
    }
    const key = typeof kid === 'string' ? imported.byId.get(kid) : undefined;
    if (!key) throw new Error('Unknown signing key');
    return key;
  };
  /** @throws AppError TOKEN_INVALID */
  const verifyAnew = async (token: string): Promise<Verified> => {
    const ring = keys.all;
    try {
      const issuer = issuerAt(address);
      if (issuer === undefined) throw new Error('Nothing is issued without an https public URL');
      const { payload } = await jwtVerify(token, ({ kid }) => keyNamed(kid), {
        algorithms: [clientTokenAlgorithm],
        typ: type,
        issuer,
        audience: audienceAt(issuer),
        // We check expiry ourselves, with the injected clock. At the epoch, jose considers nothing expired.
        currentDate: new Date(0),
      });
      const { sub, client_id, key_id, scope, iat, exp } = claimsSchema.parse(payload);
      if (sub !== client_id) throw new Error('It was given to another client');
      if (exp <= iat || exp - iat > lifetimesMs.clientToken / second) throw new Error('Lifetime is too long');
      if (iat * second > clock.now() + skewMs) throw new Error('Issued in the future');
      const named = scope.split(' ');
      const scopes = serviceScopes.filter((each) => named.includes(each));
      return { accountId: sub, keyId: key_id, scopes, expiresAt: exp * second, ring };
    } catch (cause) {
      throw new AppError('TOKEN_INVALID', {}, { cause });
    }
  };
  return {
    async verify(token) {
      const cached = known.get(token);
      const verified = cached?.ring === keys.all ? cached : await verifyAnew(token);
      if (verified !== cached) known.set(token, verified);
      const now = clock.now();
      if (verified.expiresAt <= now || isFromWrongClock(verified.expiresAt, now, lifetimesMs.clientToken)) {
        throw new AppError('TOKEN_EXPIRED');
      }
      return verified;
    },
  };
};

/** Whether a token is one of a session, and not an API key or an access token of a service account. Nothing is proved by that. */
export const isSessionToken = (token: string): boolean => !isApiKey(token) && !isClientToken(token);
