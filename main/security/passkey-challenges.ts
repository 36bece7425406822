import { z } from 'zod';
import { lifetimesMs } from '#shared/rules/limits.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import { remainingWait } from '../platform/remaining-wait.ts';
import type { RelyingParty } from './relying-parties.ts';
import type { SecretBox } from './secret-box.ts';

/** Another instance, of a newer version, may have added to it. */
const schema = z.object({
  purpose: z.enum(['sign_in', 'second_factor', 'confirmation', 'registration']),
  /** Whose it is: a session, or a sign-in that has begun. Empty if no one is known yet. */
  bound: z.string(),
  challenge: z.string(),
  party: z.object({ id: z.string(), origin: z.string() }),
  expiresAt: z.number(),
});

/** A challenge that a passkey signs. */
export type PasskeyChallenge = z.output<typeof schema>;
/** What a challenge is for, and whose it is. */
export type ChallengeUse = Pick<PasskeyChallenge, 'purpose' | 'bound'>;

interface Dependencies {
  clock: Clock;
  ids: Ids;
  secretBox: SecretBox;
}

/**
 * A challenge, and the token with which it comes back. DECISION 0190: the token is the encrypted challenge, so that callers
 * without credentials can't fill the database with challenges.
 */
export const issueChallenge = (
  { clock, ids, secretBox }: Dependencies,
  use: ChallengeUse,
  party: RelyingParty,
): { challenge: string; token: string } => {
  const challenge = ids.secret();
  const content: PasskeyChallenge = {
    ...use,
    challenge,
    party,
    expiresAt: clock.now() + lifetimesMs.passkeyChallenge,
  };
  return { challenge, token: secretBox.sealToken('passkey-challenge', JSON.stringify(content)) };
};

/** The challenge of a token; undefined if it isn't ours, has expired, or was issued for another use. */
export const openChallenge = (
  { clock, secretBox }: Omit<Dependencies, 'ids'>,
  token: string,
  { purpose, bound }: ChallengeUse,
): PasskeyChallenge | undefined => {
  let content: unknown;
  try {
    content = JSON.parse(secretBox.openToken('passkey-challenge', token));
  } catch {
    // Whatever anyone sends: not encrypted by us, or changed.
    return undefined;
  }
  const challenge = schema.parse(content);
  const isOpen = remainingWait(challenge.expiresAt, clock.now(), lifetimesMs.passkeyChallenge) > 0;
  return isOpen && challenge.purpose === purpose && challenge.bound === bound ? challenge : undefined;
};
