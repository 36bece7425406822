import { z } from 'zod';
import { followKeys } from '../../jobs/follow-keys.ts';
import { recordInstallation } from '../../security/installation.ts';
import type { Key } from '../../security/keys.ts';
import type { SystemContext } from '../../services/context.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { findInstallation, lockInstallation } from '../../storage/store/installation.ts';
import { withdrawAll } from '../../storage/store/published-keys.ts';
import { commandOperation } from '../operation.ts';
import { recordForInstallation } from '../record-for-installation.ts';
import { rotateTogether } from './rotate-together.ts';

const record = async (
  context: SystemContext,
  tx: WriteTransaction,
  current: Key = context.keys.current,
): Promise<void> => {
  const installation = await findInstallation(tx);
  if (!installation) throw new Error('The installation has no record of its own');
  if (!(await recordInstallation(tx, { current }, installation.installation_id))) {
    throw new Error('The database belongs to another installation');
  }
  await recordForInstallation(context, tx, { action: 'rotateKeys', details: { key: current.kid } });
};

/** No one waits for what was published before, and the new keys may not open it. */
const recordAlone = async (context: SystemContext, tx: WriteTransaction): Promise<void> => {
  await record(context, tx);
  await withdrawAll(tx);
};

/**
 * Records a rotation that the database doesn't know, because of a crash or because it was done by hand.
 * @throws StartError if other instances run: they don't know what the new key signs
 */
export const recordRotation = (context: SystemContext): Promise<void> =>
  context.db.alone(() => context.db.transaction({}, (tx) => recordAlone(context, tx)));

/**
 * DECISION 0167: adds a key that signs and seals from now on. Earlier keys still verify and open. If other instances run, each of
 * them has the key before one of them signs with it. DECISION 0330: with `signing`, it signs for applications, too, as every one
 * after it does.
 */
export const rotateKeys = commandOperation({
  input: z.strictObject({ signing: z.boolean().default(false) }),
  async run(context, { signing }): Promise<{ key_id: string; previous_key_id: string }> {
    const { db, keys, clock } = context;
    // The rotation before this one may have reached the other instances alone so far.
    await followKeys(context);
    const replaced = keys.current.kid;
    // Before anything is locked: making signing keys takes a while.
    const entry = await keys.newEntry(clock.now(), { signing });
    if ((await db.unconfirmed('')) > 1) {
      const { kid } = await rotateTogether(context, entry, (next) =>
        db.transaction({}, async (tx) => {
          await lockInstallation(tx);
          await record(context, tx, next);
        }),
      );
      return { key_id: kid, previous_key_id: replaced };
    }
    return db.alone(() =>
      db.transaction({}, async (tx) => {
        const previous = keys.current.kid;
        // The file first: whatever is sealed with the new key must be readable after a crash. If the transaction then
        // fails, the next start records the rotation.
        await keys.rotate(entry);
        await recordAlone(context, tx);
        return { key_id: entry.kid, previous_key_id: previous };
      }),
    );
  },
});
