import { AppError } from '#shared/texts/errors.ts';
import type { Queries } from '../storage/database/schema.ts';
import { findSessionOfBrowser } from '../storage/store/identity/sessions.ts';
import type { PersonCaller } from './caller.ts';
import type { Callers } from './callers.ts';
import { hashSecret } from './refresh-tokens.ts';

/**
 * A browser in which someone signs in. It gets a secret that stands for their session where applications send it, and nowhere
 * else (DECISION 0331).
 */
export interface Browser {
  /** Of the secret that it has from before, if it has one. */
  readonly formerHash: string | undefined;
  /** What the session is stored with. */
  secretHash(): string;
  /** Gives the secret to the browser, with the answer, if a session was begun with it. */
  deliver(): void;
  /** Has the browser forget its secret, with the answer. */
  forget(): void;
}

/**
 * Who is signed in in the browser that has a secret, if their session is live. Unless it is asked in the background, that counts as
 * activity of the session.
 */
export const callerInBrowser = async (
  { db, callers }: { readonly db: { readonly read: Queries }; readonly callers: Pick<Callers, 'identifySession'> },
  secret: string,
  client: { readonly background: boolean },
): Promise<PersonCaller | undefined> => {
  const sessionId = await findSessionOfBrowser(db.read, hashSecret(secret));
  if (sessionId === undefined) return undefined;
  try {
    return await callers.identifySession(sessionId, client);
  } catch (error) {
    if (error instanceof AppError && error.key === 'SESSION_ENDED') return undefined;
    throw error;
  }
};
