import type { SystemContext } from '#main/services/context.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { accountLockout, minute } from '#shared/rules/limits.ts';

/** Locks an account as wrong passwords on unknown devices do, for a minute. */
export const lockOut = async (
  { db, secretBox, clock }: Pick<SystemContext, 'db' | 'secretBox' | 'clock'>,
  email: string,
): Promise<void> => {
  const now = clock.now();
  const lock = { failures: accountLockout.freeFailures + 7, retry_at: now + minute, updated_at: now };
  await tablesOf(db.write)
    .insertInto('sign_in_failures')
    .values({ email_hash: secretBox.hashEmail(email), ...lock })
    .onConflict((conflict) => conflict.column('email_hash').doUpdateSet(lock))
    .execute();
};
