import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type CaptchaChallenge, captchaSolution } from '#shared/rules/captcha.ts';

/** Numbers to try before the page may draw again: some milliseconds. */
const atOnce = 2_000;

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * Finds the number of a challenge, and returns the solution to send. In JavaScript alone, because browsers have no
 * `crypto.subtle` on pages of plain HTTP.
 */
export const solveCaptcha = async (challenge: CaptchaChallenge): Promise<string> => {
  for (let number = 0; number <= challenge.maxnumber; number += 1) {
    if (bytesToHex(sha256(utf8ToBytes(`${challenge.salt}${number}`))) === challenge.challenge) {
      return btoa(JSON.stringify(captchaSolution(challenge, number)));
    }
    if (number % atOnce === atOnce - 1) await rest();
  }
  throw new Error('The challenge has no solution');
};
