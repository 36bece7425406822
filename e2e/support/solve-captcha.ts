import { hash } from 'node:crypto';
import type { CaptchaChallenge } from '#shared/rules/captcha.ts';
import type { AppError } from '#shared/texts/errors.ts';

/** The header that solves a challenge, as a program other than the console would make it. */
export const solve = (
  { algorithm, challenge, salt, maxnumber, signature }: CaptchaChallenge,
  changed: Readonly<Record<string, unknown>> = {},
): string => {
  for (let number = 0; number <= maxnumber; number += 1) {
    if (hash('sha256', `${salt}${number}`) === challenge) {
      const solution = { algorithm, challenge, number, salt, signature, ...changed };
      return Buffer.from(JSON.stringify(solution)).toString('base64');
    }
  }
  throw new Error('The challenge has no solution');
};

/** The challenge that a call is refused with. */
export const challengeOf = async (refused: Promise<unknown>): Promise<CaptchaChallenge> => {
  const error = await refused.then(
    () => undefined,
    (thrown: AppError) => thrown,
  );
  if (error?.key !== 'CAPTCHA_REQUIRED' || !error.details.captcha)
    throw error ?? new Error('No challenge was asked for');
  return error.details.captcha;
};
