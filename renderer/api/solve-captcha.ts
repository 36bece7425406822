import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type CaptchaChallenge, captchaSolution } from '#shared/rules/captcha.ts';

/** Numbers to try before the page may draw again: less than a frame, also without the browser's optimizing compilers. */
const atOnce = 100;

/** Lets the page draw. Not by a timer: browsers let those of a hidden page fire once a second, and later once a minute. */
const rest = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });

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
