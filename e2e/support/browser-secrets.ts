import { randomIds } from '#main/platform/ids.ts';
import type { Browser } from '#main/security/browser-sessions.ts';
import { hashSecret } from '#main/security/refresh-tokens.ts';

/** A browser that passes on the secrets that it is given. */
export const createTestBrowser = (given: (secret: string) => void): Browser => {
  const secret = randomIds.secret();
  let isUsed = false;
  return {
    formerHash: undefined,
    secretHash() {
      isUsed = true;
      return hashSecret(secret);
    },
    deliver() {
      if (isUsed) given(secret);
    },
    forget: () => given(''),
  };
};

/** Keeps the last secret that a browser was given. */
export const keepSecret = (): { browser: () => string; onBrowser: (secret: string) => void } => {
  let kept = '';
  return {
    browser: () => kept,
    onBrowser: (secret) => {
      kept = secret;
    },
  };
};
