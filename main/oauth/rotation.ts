import { createHmac } from 'node:crypto';
import { lifetimesMs } from '#shared/rules/limits.ts';
import type { Clock } from '../platform/clock.ts';
import { handleOf, type KeyRing } from '../security/keys.ts';
import { hashSecret } from '../security/refresh-tokens.ts';
import type { Database } from '../storage/database/database.ts';
import {
  consumeOauthRecord,
  findOauthRecord,
  findSuccessor,
  type OauthRecordRow,
  replaceSuccessor,
  wasUsedWith,
} from '../storage/store/oauth/records.ts';

/** How a refresh token was used up. */
export interface Spent {
  /** When, in milliseconds since the epoch. */
  readonly at: number;
  /** The hash of what took its place, if that is stored already. */
  readonly successorHash: string | undefined;
}

/** Exchanges refresh tokens of applications. */
export interface Rotation {
  /** Whether a refresh token that was used up may be presented once more, because its answer may have been lost. */
  isRepeatable(row: OauthRecordRow): Promise<boolean>;
  /** Uses up a refresh token. Undefined if that isn't possible anymore. */
  spend(token: string): Promise<Spent | undefined>;
  /** The token that takes its place: the same for each exchange within the grace period. */
  successor(token: string, spent: Spent): string;
}

/**
 * DECISION 0333: the rule of our own refresh tokens (DECISION 0008), for tokens of which only a hash is stored. The token that takes the
 * place of another is a MAC over it, so only who presents the other one gets it again.
 */
export const createRotation = (
  { read, transaction, write }: Pick<Database, 'read' | 'write' | 'transaction'>,
  clock: Clock,
  keys: KeyRing,
): Rotation => {
  /** The absolute difference, so that a clock that is set back gives no more time. */
  const isWithinGrace = (at: number): boolean => Math.abs(clock.now() - at) <= lifetimesMs.refreshGrace;
  const mayRepeat = async (at: number, successor: OauthRecordRow | undefined): Promise<boolean> => {
    if (!successor) return true;
    if (successor.consumed_at !== null) return false;
    return isWithinGrace(at) || !(await wasUsedWith(read, successor.id_hash));
  };
  const candidates = (token: string, at: number): string[] =>
    keys.all.map((key) =>
      createHmac('sha256', handleOf(key.derive('oauth-refresh')))
        .update(`${at}.${token}`)
        .digest('base64url'),
    );
  return {
    isRepeatable: async ({ id_hash, consumed_at }) =>
      consumed_at !== null && mayRepeat(consumed_at, await findSuccessor(read, id_hash)),
    async spend(token) {
      const hash = hashSecret(token);
      for (;;) {
        const row = await findOauthRecord(read, 'RefreshToken', 'id_hash', hash);
        if (!row) return undefined;
        const now = clock.now();
        const { consumed_at: at } = row;
        if (at === null) {
          if (await consumeOauthRecord(write, 'RefreshToken', hash, now)) return { at: now, successorHash: undefined };
          continue;
        }
        const successor = await findSuccessor(read, hash);
        if (!(await mayRepeat(at, successor))) return undefined;
        if (isWithinGrace(at)) return { at, successorHash: successor?.id_hash };
        // Whoever has the unused one, if not the application, can't go on with it.
        const isReplaced = await transaction({}, (tx) => replaceSuccessor(tx, hash, at, now));
        if (isReplaced) return { at: now, successorHash: undefined };
      }
    },
    successor(token, { at, successorHash }) {
      const [newest = '', ...others] = candidates(token, at);
      return others.find((one) => hashSecret(one) === successorHash) ?? newest;
    },
  };
};
