import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Proves that whoever creates the first account can read the output of this process. Without it, the first stranger to
 * find a new server would own it. Kept in memory only.
 */
export interface SetupToken {
  /** Undefined if no account needs it, or once the first one exists. */
  text(): string | undefined;
  /** Takes the same time for every wrong token. */
  matches(given: string): boolean;
  /** Makes the token useless for the rest of this process. */
  end(): void;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export const createSetupToken = (secret: string | undefined): SetupToken => {
  let current = secret;
  return {
    text: () => current,
    matches: (given) => current !== undefined && timingSafeEqual(digest(given), digest(current)),
    end() {
      current = undefined;
    },
  };
};
