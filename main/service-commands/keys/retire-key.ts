import { z } from 'zod';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { commandOperation, refused } from '../operation.ts';
import { recordForInstallation } from '../record-for-installation.ts';
import { describeUsage, keyUsageOf } from './key-usage.ts';
import { resealAll, resealDeletions } from './reseal.ts';
import { finishRetirement, retireTogether } from './retire-together.ts';

/**
 * DECISION 0130: deletes the secret of a previous key, once nothing needs it. What verifies the audit log stays. If
 * several instances share the database, each of them deletes it (DECISION 0212).
 */
export const retireKey = commandOperation({
  input: z.strictObject({ key: z.string().min(1), reseal: z.boolean().default(false) }),
  async run(context, { key: kid, reseal }): Promise<{ key_id: string; resealed: number }> {
    const { db, keys, clock, callers, auditAnchors } = context;
    const info = keys.list().find((key) => key.kid === kid);
    if (!info) throw refused(`There is no key ${kid}. See castellan keys list`);
    if (info.status === 'retired') {
      if (db.isShared && (await finishRetirement(context, kid))) return { key_id: kid, resealed: 0 };
      throw refused(`Key ${kid} was retired at ${info.retiredAt}`);
    }
    if (info.status === 'next') {
      throw refused(`Key ${kid} isn’t used yet. Run castellan keys rotate to finish the rotation`);
    }
    if (info.status === 'current') {
      throw refused(`Key ${kid} is the current one. Run castellan keys rotate first, which creates another`);
    }
    const moveToCurrent = async (): Promise<number> => {
      await callers.flush();
      const count = reseal ? await resealAll(context, kid) : 0;
      // No one sees these, so they are never a reason to refuse.
      await resealDeletions(context, kid);
      await auditAnchors.reseal();
      return count;
    };
    const record = async (tx: WriteTransaction): Promise<void> => {
      const usage = describeUsage(await keyUsageOf(context, tx, kid));
      if (usage !== '') {
        throw refused(
          `Key ${kid} is still in use: ${usage}. Sessions end by themselves, or with castellan session end --all; --reseal moves the rest to the current key`,
        );
      }
      await recordForInstallation(context, tx, { action: 'retireKey', details: { key: kid } });
    };
    if (db.isShared) {
      return { key_id: kid, resealed: await retireTogether(context, kid, moveToCurrent, record) };
    }
    return db.alone(async () => {
      const resealed = await moveToCurrent();
      return db.transaction({}, async (tx) => {
        await record(tx);
        // Last: it can't be undone if the transaction fails, and then nothing uses the key either.
        await keys.retire(kid, clock.now());
        return { key_id: kid, resealed };
      });
    });
  },
});
