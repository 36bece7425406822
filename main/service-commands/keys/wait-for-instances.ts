import { setTimeout as sleep } from 'node:timers/promises';
import { second } from '#shared/rules/limits.ts';
import type { SystemContext } from '../../services/context.ts';

/** Instances look for keys every five seconds, if they miss the notice. In milliseconds. */
export const waitMs = 15 * second;
const pollMs = 0.1 * second;

/** Resolves with how many connected instances have not confirmed something: 0 as soon as all have, or after {@link waitMs}. */
export const waitForInstances = async ({ db, steady }: SystemContext, confirmation: string): Promise<number> => {
  for (const deadline = steady.now() + waitMs; ; ) {
    const missing = await db.unconfirmed(confirmation);
    if (missing === 0 || steady.now() > deadline) return missing;
    await sleep(pollMs);
  }
};

/** Such as "1 instance". */
export const countInstances = (count: number): string => (count === 1 ? '1 instance' : `${count} instances`);
