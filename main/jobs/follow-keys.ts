import { minute } from '#shared/limits.ts';
import type { SystemContext } from '../context.ts';
import { kidOf, parseKeyEntry } from '../security/keys.ts';
import { findInstallation } from '../store/installation.ts';
import { findPublishedKey, withdrawKey } from '../store/published-keys.ts';

/** Long enough for an instance that has just connected, and doesn't know the key yet. */
const publishedMs = 10 * minute;

/**
 * DECISION 0167: takes up what another instance does with the keys: first it publishes one, later that one is the current
 * key, or it is withdrawn.
 * @throws Error if a key can't be read or stored. This instance then keeps the rotation from going on
 */
export const followKeys = async ({
  db,
  keys,
  clock,
  log,
  secretBox,
}: Pick<SystemContext, 'db' | 'keys' | 'clock' | 'log' | 'secretBox'>): Promise<void> => {
  if (!db.isShared) return;
  const adopted = keys.next;
  const published = await findPublishedKey(db.read);
  if (published) {
    const { key_id: kid, sealed_key: sealed, published_at: at } = published;
    if (!keys.list().some((key) => key.kid === kid)) {
      await keys.adopt(parseKeyEntry(secretBox.open(sealed, 'key-transfer')));
    }
    await db.confirm(kid);
    if (kid === keys.current.kid && clock.now() - at > publishedMs) await withdrawKey(db.write, kid);
  }
  const installation = await findInstallation(db.read);
  const current = kidOf(installation?.fingerprint ?? '');
  if (installation && current === keys.next) {
    await keys.promote(current);
    log.info({ key: current }, 'using the key that another instance has published');
  } else if (installation && !keys.find(current)) {
    log.error({ key: current }, 'this key signs by now, but keys.json lacks it: copy keys.json from another instance');
  } else if (adopted !== undefined && !published) {
    await keys.drop(adopted);
  }
};
