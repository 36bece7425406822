import { second } from '#shared/rules/limits.ts';
import { followKeys } from '../../jobs/follow-keys.ts';
import { sealNotice } from '../../security/key-notices.ts';
import type { Key, KeyEntry } from '../../security/keys.ts';
import type { SystemContext } from '../../services/context.ts';
import { publishKey, withdrawKey } from '../../storage/store/published-keys.ts';
import { refused } from '../operation.ts';
import { countInstances, waitForInstances, waitMs } from './wait-for-instances.ts';

/**
 * Gives a new key to every instance that is connected, sealed with the current one, and then has `use` make it the current
 * key. Until then, no one signs with it, and from the first moment on everyone accepts it.
 * @throws StartError if an instance doesn't take the key. The current key then stays
 */
export const rotateTogether = async (
  context: SystemContext,
  entry: KeyEntry,
  use: (next: Key) => Promise<void>,
): Promise<Key> => {
  const { db, keys, clock, secretBox } = context;
  let rotated: Key | undefined;
  const ran = await db.lead('rotate keys', async () => {
    await publishKey(db.write, { ...sealNotice(secretBox, entry.kid, entry), published_at: clock.now() });
    try {
      await followKeys(context);
      const next = keys.find(entry.kid);
      if (!next) throw new Error(`The new key ${entry.kid} is missing`);
      const missing = await waitForInstances(context, entry.kid);
      if (missing > 0) {
        throw refused(
          `${countInstances(missing)} did not take the new key within ${waitMs / second} seconds; the log there says why. The current key stays. Run the command again`,
        );
      }
      await use(next);
    } catch (error) {
      await withdrawKey(db.write, entry.kid);
      throw error;
    }
    await keys.promote(entry.kid);
    rotated = keys.current;
  });
  if (!ran || !rotated) throw refused('Another instance is rotating the keys. Try again later');
  return rotated;
};
