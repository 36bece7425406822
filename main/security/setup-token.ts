import { createHash, timingSafeEqual } from 'node:crypto';
import type { Database } from '../storage/database/database.ts';
import { clearSetupToken, findSetupToken, storeSetupToken } from '../storage/store/installation.ts';
import type { SecretBox } from './secret-box.ts';

/**
 * Proves that whoever creates the first account can read the output of this process. Without it, the first stranger to
 * find a new server would own it.
 */
export interface SetupToken {
  /** Undefined if no account needs it, or once the first one exists. */
  text(): Promise<string | undefined>;
  /** Takes the same time for every wrong token. */
  matches(given: string): Promise<boolean>;
  /** Makes the token useless. */
  end(): Promise<void>;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const isSame = (given: string, token: string | undefined): boolean =>
  token !== undefined && timingSafeEqual(digest(given), digest(token));

/** Kept in memory only: each start has another. */
export const createSetupToken = (secret: string | undefined): SetupToken => {
  let current = secret;
  return {
    text: async () => current,
    matches: async (given) => isSame(given, current),
    async end() {
      current = undefined;
    },
  };
};

/** DECISION 0163: one token for all instances, sealed in the database until the first account exists. */
export const createSharedSetupToken = async (
  db: Pick<Database, 'read' | 'write'>,
  secretBox: SecretBox,
  secret: string | undefined,
): Promise<SetupToken> => {
  const end = async (): Promise<void> => void (await clearSetupToken(db.write));
  const row = await findSetupToken(db.read);
  if (!row) throw new Error('The installation has no record of its own');
  if (secret === undefined) await end();
  else await storeSetupToken(db.write, secretBox.seal('installation.sealed_setup_token', row, secret));
  const text = async (): Promise<string | undefined> => {
    const stored = await findSetupToken(db.read);
    return stored?.sealed_setup_token == null ? undefined : secretBox.open('installation.sealed_setup_token', stored);
  };
  return { text, matches: async (given) => isSame(given, await text()), end };
};
