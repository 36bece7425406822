import type { OutputOf } from '#shared/contract/operation.ts';
import type { getMe } from '#shared/contract/profile/get-me.ts';
import { type KeptTexts, nameAt } from '../parts/kept-texts.ts';

/** The tokens of one session, as one tab holds them. */
export interface Tokens {
  /** Created at sign-in. Duplicated tabs share it, and so share the session. */
  key: string;
  /** Incremented at each rotation, to tell which of two tabs has the newer tokens. */
  generation: number;
  refresh: string;
  /** In memory only; absent after a reload. */
  access?: string;
  /** When the access token expires, in milliseconds since the epoch. */
  expiresAt: number;
}

/** The response of every operation that signs in or refreshes. */
export interface TokenAnswer {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  /** Who signed in; not in the answer to a refresh. */
  user?: Omit<SignedInUser, 'granted'>;
}

/** As much of who is signed in as decides what their screens read. */
export type SignedInUser = Pick<OutputOf<typeof getMe>, 'email' | 'tenant_id' | 'role' | 'granted'>;

export interface TokenStore {
  load: () => Tokens | undefined;
  save: (tokens: Tokens) => void;
  clear: () => void;
}

/** The part of the tokens that outlives the page; the access token is never persisted. */
export const writeTokens = ({ key, generation, refresh }: Tokens): string =>
  JSON.stringify({ key, generation, refresh });

/** The persisted value, or undefined if it is missing or invalid. */
export const readTokens = (text: string | null | undefined): Tokens | undefined => {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    if (typeof stored !== 'object' || stored === null) return undefined;
    const { key, generation, refresh } = stored as Partial<Record<string, unknown>>;
    if (typeof key !== 'string' || typeof generation !== 'number' || typeof refresh !== 'string') return undefined;
    return { key, generation, refresh, expiresAt: 0 };
  } catch {
    // Tokens that can't be read are like none: people sign in again.
    return undefined;
  }
};

/** Keeps the refresh token for this tab: a reload stays signed in, and closing the tab forgets it. */
export const createTokenStore = (kept: KeptTexts, basePath: string): TokenStore => {
  const name = nameAt(basePath, 'castellan-session');
  return {
    load: () => readTokens(kept.read(name)),
    save: (tokens) => void kept.write(name, writeTokens(tokens)),
    clear: () => kept.forget(name),
  };
};
