import { hash } from 'node:crypto';
import { upperAscii } from '#shared/text-input/ascii-case.ts';
import { leakedRange } from '../platform/gate/leaked-range.ts';
import type { Logger } from '../platform/logger.ts';

/** A list of passwords that have been leaked somewhere. */
export interface LeakedPasswords {
  /** Whether the list has a password. False, and a warning in the log, if it can't be asked. */
  includes(password: string): Promise<boolean>;
}

/** Of the hash, so many characters are told: hundreds of passwords share them. */
const toldLength = 5;
/**
 * Asks a server that speaks the range protocol of Pwned Passwords (DECISION 0321). It learns the first five characters of a SHA-1
 * hash, so neither the password nor whose it is.
 * @param origin such as https://api.pwnedpasswords.com
 */
export const createLeakedPasswords = (origin: string, log: Pick<Logger, 'warn'>): LeakedPasswords => ({
  async includes(password) {
    const digest = upperAscii(hash('sha1', password, 'hex'));
    const rest = digest.slice(toldLength);
    try {
      const range = await leakedRange(new URL(origin).origin, digest.slice(0, toldLength));
      // Padding counts as leaked 0 times.
      return range.split(/\r?\n/).some((line) => upperAscii(line).startsWith(`${rest}:`) && !/:0+$/.test(line));
    } catch (error) {
      // Whoever sets a password can't do anything about it.
      log.warn({ err: error }, 'could not ask whether a password was leaked');
      return false;
    }
  },
});
