import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';

/** Whether an organization requires verified addresses, and has active owners of whom none has one. */
export const waitForVerification = async (db: Queries): Promise<boolean> => {
  const row = await tablesOf(db)
    .selectFrom('tenants')
    .innerJoin('users', 'users.tenant_id', 'tenants.id')
    .where('tenants.verified_email_required', '=', 1)
    .where('tenants.delete_at', 'is', null)
    .where('users.role', '=', 'owner')
    .where('users.status', '=', 'active')
    .groupBy('tenants.id')
    .having(({ fn }) => fn.max('users.email_verified'), '=', 0)
    .select('tenants.id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};
