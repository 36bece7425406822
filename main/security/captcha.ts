import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CaptchaChallenge } from '#shared/rules/captcha.ts';
import { captcha, lifetimesMs } from '#shared/rules/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import { remainingWait } from '../platform/remaining-wait.ts';
import type { SecretBox } from './secret-box.ts';

interface Dependencies {
  clock: Clock;
  ids: Ids;
  secretBox: SecretBox;
}

/** What we sign. Another instance, of a newer version, may have added to it. */
const signed = z.object({ operation: z.string(), challenge: z.string(), expiresAt: z.number() });

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A challenge for one operation. DECISION 0290: all of it is in the signature, so that nothing is stored before it is solved. */
export const issueCaptcha = ({ clock, ids, secretBox }: Dependencies, operation: string): CaptchaChallenge => {
  const salt = ids.secret();
  const number = Number.parseInt(sha256(ids.secret()).slice(0, 8), 16) % (captcha.maxNumber + 1);
  const challenge = sha256(`${salt}${number}`);
  const content: z.output<typeof signed> = { operation, challenge, expiresAt: clock.now() + lifetimesMs.captcha };
  const signature = secretBox.sealToken('captcha', JSON.stringify(content));
  return { algorithm: 'SHA-256', challenge, salt, maxnumber: captcha.maxNumber, signature };
};

const solution = z.object({
  challenge: z.string(),
  number: z.int().min(0).max(captcha.maxNumber),
  salt: z.string(),
  signature: z.string(),
});

/** What someone sent, if it has the form of a solution that we signed. */
const readSolution = ({ secretBox }: Pick<Dependencies, 'secretBox'>, header: string) => {
  try {
    const sent = solution.parse(JSON.parse(Buffer.from(header, 'base64').toString('utf8')));
    return { sent, ours: signed.parse(JSON.parse(secretBox.openToken('captcha', sent.signature))) };
  } catch {
    // Whatever anyone sends: no solution, not signed by us, or changed.
    return undefined;
  }
};

/** The challenge that a header solves, to note that it was; undefined if it solves none that is open for the operation. */
export const solvedCaptcha = (
  { clock, secretBox }: Omit<Dependencies, 'ids'>,
  header: string,
  operation: string,
): { challenge: string; expiresAt: number } | undefined => {
  const read = readSolution({ secretBox }, header);
  if (!read) return undefined;
  const { sent, ours } = read;
  const isOpen = remainingWait(ours.expiresAt, clock.now(), lifetimesMs.captcha) > 0;
  const isSolved = ours.challenge === sent.challenge && sha256(`${sent.salt}${sent.number}`) === ours.challenge;
  return isOpen && isSolved && ours.operation === operation ? ours : undefined;
};
