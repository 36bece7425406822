import { z } from 'zod';
import { purge } from '../jobs/purge.ts';
import { toIso } from '../platform/clock.ts';
import { listDueAccounts } from '../storage/store/identity/accounts.ts';
import { type CommandCall, commandOperation } from './operation.ts';

export interface DueAccount {
  user_id: string;
  email: string;
  organization: string;
  scheduled_deletion: string;
}

/** Deletes what has expired, or lists the accounts that would be deleted. */
export const runPurge = commandOperation({
  input: z.strictObject({ 'dry-run': z.boolean().default(false) }),
  async run(
    context,
    { 'dry-run': isDryRun },
    { emit }: CommandCall<DueAccount>,
  ): Promise<{ accounts: number; deleted: boolean }> {
    const { db, clock } = context;
    const due = await listDueAccounts(db.read, clock.now());
    for (const { id, email, tenant_name, due_at } of due) {
      await emit({ user_id: id, email, organization: tenant_name, scheduled_deletion: toIso(due_at) });
    }
    if (!isDryRun) await purge(context);
    return { accounts: due.length, deleted: !isDryRun };
  },
});
