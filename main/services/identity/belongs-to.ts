import type { Queries } from '../../storage/database/schema.ts';
import type { UserRow } from '../../storage/store/identity/users.ts';
import { findTenantBySlug } from '../../storage/store/team/tenants.ts';

/** DECISION 0264: whether an account may sign in on a page. A slug that no organization has is the page of everyone. */
export const belongsTo = async (
  db: Queries,
  slug: string | undefined,
  user: Pick<UserRow, 'tenant_id'> | undefined,
): Promise<boolean> => {
  const tenant = slug === undefined ? undefined : await findTenantBySlug(db, slug);
  return tenant === undefined || tenant.id === user?.tenant_id;
};
