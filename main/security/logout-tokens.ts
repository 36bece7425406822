import { CompactSign, importJWK, type JWK } from 'jose';
import { logoutLimits, second } from '#shared/rules/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { KeyRing } from './keys.ts';
import { hashSecret } from './refresh-tokens.ts';
import { privateJwks } from './signing-keys.ts';

/** What a logout token says. */
export interface LogoutSubject {
  readonly issuer: string;
  readonly applicationId: string;
  readonly userId: string;
  /** The session, if the application knows it. Otherwise it ends all of the person's sessions. */
  readonly sid: string | undefined;
  /** No other token has it. */
  readonly jti: string;
}

const encoder = new TextEncoder();
const event = 'http://schemas.openid.net/event/backchannel-logout';

/** What an application calls a session: two applications that compare theirs learn nothing. */
export const sidOf = (sessionId: string, applicationId: string): string => hashSecret(`${sessionId} ${applicationId}`);

/**
 * A new logout token (OpenID Connect Back-Channel Logout 1.0 §2.4), signed with what signs ID tokens.
 * @throws Error if there is no such key
 */
export const signLogoutToken = async (
  keys: Pick<KeyRing, 'all'>,
  clock: Clock,
  { issuer, applicationId, userId, sid, jti }: LogoutSubject,
): Promise<string> => {
  const jwk = privateJwks(keys.all).find(({ alg }) => alg === 'RS256');
  if (!jwk) throw new Error('There is no key that signs for applications');
  const iat = Math.floor(clock.now() / second);
  const claims = {
    ...{ iss: issuer, aud: applicationId, sub: userId },
    ...(sid !== undefined && { sid }),
    ...{ iat, exp: iat + logoutLimits.tokenMs / second, jti },
    events: { [event]: {} },
  };
  return new CompactSign(encoder.encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: jwk.alg, typ: 'logout+jwt', kid: jwk.kid })
    .sign(await importJWK(jwk as JWK, jwk.alg));
};
