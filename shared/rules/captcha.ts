/** A proof of work in the format of ALTCHA: the challenge is the SHA-256 hash of the salt and a number up to `maxnumber`. */
export interface CaptchaChallenge {
  algorithm: 'SHA-256';
  challenge: string;
  salt: string;
  maxnumber: number;
  signature: string;
}

/** What is sent back, as JSON in base64. */
export type CaptchaSolution = Omit<CaptchaChallenge, 'maxnumber'> & { number: number };

export const captchaSolution = (
  { algorithm, challenge, salt, signature }: CaptchaChallenge,
  number: number,
): CaptchaSolution => ({ algorithm, challenge, number, salt, signature });
