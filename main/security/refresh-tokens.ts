import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { handleOf, type Key, type KeyRing } from './keys.ts';

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
  /** Issues a token again whose hash is stored, also if keys were rotated since. Undefined if its key was retired. */
  reissue(token: RefreshToken, hash: string): string | undefined;
  /** The contents of a presented token, or undefined if it was not issued here. */
  read(text: string): RefreshToken | undefined;
}

/** What the store keeps instead of the secret. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

const pattern = /^(sess_[\w-]{22})\.(\d{1,9})\.([\w-]+)\.([\w-]{43})$/;

export const createRefreshTokens = (keys: KeyRing): RefreshTokens => {
  const macOf = (key: Key, { sessionId, generation }: RefreshToken): Buffer =>
    createHmac('sha256', handleOf(key.derive('refresh-token')))
      .update(`${sessionId}.${generation}`)
      .digest();
  const issueWith = (key: Key, token: RefreshToken): string =>
    `${token.sessionId}.${token.generation}.${key.kid}.${macOf(key, token).toString('base64url')}`;
  return {
    issue: (token) => issueWith(keys.current, token),
    reissue: (token, stored) =>
      keys.all.map((key) => issueWith(key, token)).find((text) => hashSecret(text) === stored),
    read(text) {
      const [, sessionId, digits, kid, mac] = pattern.exec(text) ?? [];
      if (!sessionId || !digits || !kid || !mac) return undefined;
      const token = { sessionId, generation: Number(digits) };
      const key = keys.find(kid);
      return key && timingSafeEqual(macOf(key, token), Buffer.from(mac, 'base64url')) ? token : undefined;
    },
  };
};
