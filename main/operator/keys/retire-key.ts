import { z } from 'zod';
import { operatorOperation, refused } from '../operation.ts';
import { recordForServer } from '../record-for-server.ts';
import { describeUsage, keyUsageOf } from './key-usage.ts';
import { resealAll, resealDeletions } from './reseal.ts';

/**
 * DECISION 0130: deletes the secret of a previous key, once nothing needs it. What verifies the audit log stays.
 */
export const retireKey = operatorOperation({
  input: z.strictObject({ key: z.string().min(1), reseal: z.boolean().default(false) }),
  async run(context, { key: kid, reseal }): Promise<{ key_id: string; resealed: number }> {
    const { db, keys, clock, callers, auditAnchors } = context;
    const info = keys.list().find((key) => key.kid === kid);
    if (!info) throw refused(`There is no key ${kid}. See castellan keys list`);
    if (info.status === 'retired') throw refused(`Key ${kid} is retired since ${info.retiredAt}`);
    if (info.status === 'next') {
      throw refused(`Key ${kid} isn’t used yet. Run castellan keys rotate to finish the rotation`);
    }
    if (info.status === 'current') {
      throw refused(`Key ${kid} is the current one. Run castellan keys rotate first, which creates another`);
    }
    return db.alone(async () => {
      await callers.flush();
      const resealed = reseal ? await resealAll(context, kid) : 0;
      // Nobody sees these, so they are never a reason to refuse.
      await resealDeletions(context, kid);
      await auditAnchors.reseal();
      return db.transaction({}, async (tx) => {
        const usage = describeUsage(await keyUsageOf(context, tx, kid));
        if (usage !== '') {
          throw refused(
            `Key ${kid} is still in use: ${usage}. Sessions end by themselves, or with castellan session end --all; --reseal moves the rest to the current key`,
          );
        }
        await recordForServer(context, tx, { action: 'retireKey', details: { key: kid } });
        // Last: it can't be undone if the transaction fails, and then nothing uses the key either.
        await keys.retire(kid, clock.now());
        return { key_id: kid, resealed };
      });
    });
  },
});
