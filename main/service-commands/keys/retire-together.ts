import { second } from '#shared/rules/limits.ts';
import { followKeys } from '../../jobs/follow-keys.ts';
import { toIso } from '../../platform/clock.ts';
import { openNotice, retiredNotice, sealNotice, signingWith } from '../../security/key-notices.ts';
import type { SystemContext } from '../../services/context.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { findPublishedKey, publishKey } from '../../storage/store/published-keys.ts';
import { refused } from '../operation.ts';
import { countInstances, waitForInstances, waitMs } from './wait-for-instances.ts';

const waited = `within ${waitMs / second} seconds`;

/** @throws StartError if an instance may still accept what the key signs */
const assertAllAreDone = async (context: SystemContext, kid: string): Promise<void> => {
  const missing = await waitForInstances(context, retiredNotice(kid));
  if (missing === 0) return;
  throw refused(
    `Key ${kid} is retired, but ${countInstances(missing)} did not delete it ${waited}, and may still accept it; the log there says why. Fix that or stop the instance, then run the command again`,
  );
};

/**
 * Waits again for the instances that a former attempt has waited for. They may have deleted the key since: then, there is
 * nothing to wait for, and whoever runs the command again, as told, is done.
 * @returns whether the database still names this retirement
 * @throws StartError if an instance may still accept what the key signs
 */
export const finishRetirement = async (context: SystemContext, kid: string): Promise<boolean> => {
  const published = await findPublishedKey(context.db.read);
  if (!published || published.key_id !== kid || !('retire' in openNotice(context.secretBox, published))) {
    return false;
  }
  await followKeys(context);
  await assertAllAreDone(context, kid);
  return true;
};

/**
 * DECISION 0212: retires a key at every connected instance. First, each of them must sign with the current key; `prepare` moves what
 * the key has sealed; `check` runs in the transaction that publishes the retirement, and may refuse. The notice stays in the
 * database until the next rotation, for instances that were stopped.
 * @throws StartError if an instance still signs with another key, with nothing retired, or if one doesn't delete the key
 */
export const retireTogether = async <Result>(
  context: SystemContext,
  kid: string,
  prepare: () => Promise<Result>,
  check: (tx: WriteTransaction) => Promise<void>,
): Promise<Result> => {
  const { db, keys, clock, secretBox } = context;
  let prepared: { result: Result } | undefined;
  const ran = await db.lead('rotate keys', async () => {
    await followKeys(context);
    const behind = await waitForInstances(context, signingWith(keys.current.kid));
    if (behind > 0) {
      throw refused(
        `${countInstances(behind)} did not confirm the current key ${waited}: the log there says why, or the instance is of a version that can’t. Nothing was retired. Run the command again`,
      );
    }
    prepared = { result: await prepare() };
    const now = clock.now();
    await db.transaction({}, async (tx) => {
      await check(tx);
      const notice = sealNotice(secretBox, kid, { retire: kid, retired_at: toIso(now) });
      await publishKey(tx, { ...notice, published_at: now });
    });
    // From here on, each instance retires the key, whatever becomes of this one.
    await followKeys(context);
    await assertAllAreDone(context, kid);
  });
  if (!ran || !prepared) throw refused('Another instance is changing the keys. Try again later');
  return prepared.result;
};
