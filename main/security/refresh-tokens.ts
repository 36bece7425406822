import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { handleOf, type KeyRing } from './keys.ts';

export interface RefreshToken {
  readonly sessionId: string;
  /** 0 for the first token of a session, plus one per rotation. */
  readonly generation: number;
}

/**
 * A session's refresh tokens form a chain: each token is a MAC over the session and the generation. The store keeps
 * only a hash, yet within the grace period we can reissue a token's successor, and we can recognize a token of any age
 * as ours and as spent.
 */
export interface RefreshTokens {
  issue(token: RefreshToken): string;
  /** The contents of a presented token, or undefined if it was not issued here. */
  read(text: string): RefreshToken | undefined;
}

/** What the store keeps instead of the secret. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

const pattern = /^(sess_[\w-]{22})\.(\d{1,9})\.([\w-]+)\.([\w-]{43})$/;

export const createRefreshTokens = (keys: KeyRing): RefreshTokens => {
  const macOf = (kid: string, { sessionId, generation }: RefreshToken): Buffer | undefined => {
    const key = keys.find(kid)?.derive('refresh-token');
    return key && createHmac('sha256', handleOf(key)).update(`${sessionId}.${generation}`).digest();
  };
  return {
    issue(token) {
      const { kid } = keys.current;
      return `${token.sessionId}.${token.generation}.${kid}.${macOf(kid, token)?.toString('base64url')}`;
    },
    read(text) {
      const [, sessionId, digits, kid, mac] = pattern.exec(text) ?? [];
      if (!sessionId || !digits || !kid || !mac) return undefined;
      const token = { sessionId, generation: Number(digits) };
      const expected = macOf(kid, token);
      return expected && timingSafeEqual(expected, Buffer.from(mac, 'base64url')) ? token : undefined;
    },
  };
};
