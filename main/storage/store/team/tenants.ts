import type { Insertable, Selectable } from 'kysely';
import { policyLimits } from '#shared/rules/policies.ts';
import { sortKey } from '#shared/text-input/text-keys.ts';
import type { DueTime } from '../../../platform/due-time.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import type { PolicyColumns, TenantTable } from '../../database/team-schema.ts';
import { changedOne, changedRows, toInteger } from '../sql.ts';

export type TenantRow = Selectable<TenantTable>;

/** Inserts a tenant, with the default policies unless the row says otherwise. */
export const insertTenant = (db: Queries, row: Omit<Insertable<TenantTable>, 'name_key'>) =>
  tablesOf(db)
    .insertInto('tenants')
    .values({ ...row, name_key: sortKey(row.name) })
    .execute();

/** When the newest tenant was created. 0 without tenants. */
export const latestTenantCreation = async (db: Queries): Promise<number> => {
  const row = await tablesOf(db)
    .selectFrom('tenants')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .executeTakeFirstOrThrow();
  return toInteger(row.at ?? 0);
};

export const findTenant = (db: Queries, id: string): Promise<TenantRow> =>
  tablesOf(db).selectFrom('tenants').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The tenant with a sign-in page of its own, unless the operator has closed it. */
export const findTenantBySlug = (db: Queries, slug: string): Promise<TenantRow | undefined> =>
  tablesOf(db)
    .selectFrom('tenants')
    .selectAll()
    .where('sign_in_slug', '=', slug)
    .where('closed', '=', 0)
    .executeTakeFirst();

/** The ID of the tenant that has a slug, also of one that is closed. */
export const findSlugHolder = async (db: Queries, slug: string): Promise<string | undefined> =>
  (await tablesOf(db).selectFrom('tenants').select('id').where('sign_in_slug', '=', slug).executeTakeFirst())?.id;

type StoredPolicies = Selectable<PolicyColumns>;
/** Absent and undefined policies stay as they are. */
type PolicyChange = { [Name in keyof StoredPolicies]?: StoredPolicies[Name] | undefined };

/** Changes policies of a tenant. */
export const updatePoliciesOf = async (db: Queries, id: string, change: PolicyChange): Promise<void> => {
  if (Object.values(change).every((value) => value === undefined)) return;
  await tablesOf(db).updateTable('tenants').set(change).where('id', '=', id).execute();
};

/** Changes what members see of a tenant. */
export const updateTenantOf = async (
  db: Queries,
  id: string,
  change: {
    name?: string | undefined;
    logo?: string | null | undefined;
    accent?: string | null | undefined;
    sign_in_slug?: string | null | undefined;
    invitation_text?: string | null | undefined;
    time_zone?: string | null | undefined;
  },
): Promise<void> => {
  if (Object.values(change).every((value) => value === undefined)) return;
  await tablesOf(db)
    .updateTable('tenants')
    .set({ ...change, ...(change.name !== undefined && { name_key: sortKey(change.name) }) })
    .where('id', '=', id)
    .execute();
};

/** Tenants whose sessions end earlier than the contract requires. */
export const listTenantsWithSessionLimits = (
  db: Queries,
  tenantId?: string,
): Promise<Pick<TenantRow, 'id' | 'session_idle_minutes' | 'session_max_hours'>[]> =>
  tablesOf(db)
    .selectFrom('tenants')
    .select(['id', 'session_idle_minutes', 'session_max_hours'])
    .where(({ eb, or }) =>
      or([
        eb('session_idle_minutes', '<', policyLimits.sessionIdleMinutes.max),
        eb('session_max_hours', 'is not', null),
      ]),
    )
    .$if(tenantId !== undefined, (query) => query.where('id', '=', tenantId ?? ''))
    .execute();

/** Tenants with an ID or a name, or any; the one with the ID first, then the oldest. */
export const findTenants = (db: Queries, key: string | undefined, limit: number): Promise<TenantRow[]> => {
  let query = tablesOf(db).selectFrom('tenants').selectAll();
  if (key !== undefined) {
    query = query
      .where(({ eb, or }) => or([eb('id', '=', key), eb('name', '=', key)]))
      .orderBy(({ eb }) => eb('id', '=', key), 'desc');
  }
  return query.orderBy('created_at').orderBy('id').limit(limit).execute();
};

/** Schedules the deletion of a tenant whose last member leaves. */
export const scheduleTenantDeletion = (db: Queries, id: string, deleteAt: number) =>
  tablesOf(db).updateTable('tenants').set({ delete_at: deleteAt }).where('id', '=', id).execute();

/** Cancels the deletion of a tenant whose last member comes back. What the operator has closed stays closed. */
export const keepTenant = (db: Queries, id: string) =>
  tablesOf(db).updateTable('tenants').set({ delete_at: null }).where('id', '=', id).where('closed', '=', 0).execute();

/** DECISION 0131: schedules a tenant's deletion for the operator, and blocks everyone in it until then. */
export const closeTenant = (db: Queries, id: string, deleteAt: number) =>
  tablesOf(db).updateTable('tenants').set({ delete_at: deleteAt, closed: 1 }).where('id', '=', id).execute();

/** Cancels the deletion that the operator scheduled. False if someone else did. */
export const reopenTenant = (db: Queries, id: string): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('tenants')
      .set({ delete_at: null, closed: 0 })
      .where('id', '=', id)
      .where('closed', '=', 1),
  );

/** Whether the operator has blocked everyone in a tenant until it is deleted (DECISION 0131). */
export const isTenantClosed = async (db: Queries, id: string): Promise<boolean> =>
  (await tablesOf(db)
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', id)
    .where('closed', '=', 1)
    .executeTakeFirst()) !== undefined;

/** Whether a tenant is to be deleted: the operator has closed it, or its last member has left. */
export const isDeletionScheduled = async (db: Queries, id: string): Promise<boolean> =>
  (await tablesOf(db)
    .selectFrom('tenants')
    .select('id')
    .where('id', '=', id)
    .where('delete_at', 'is not', null)
    .executeTakeFirst()) !== undefined;

export const listDueTenantIds = async (db: Queries, due: DueTime): Promise<string[]> =>
  (await tablesOf(db).selectFrom('tenants').select('id').where('delete_at', '<=', due).orderBy('id').execute()).map(
    ({ id }) => id,
  );

/**
 * Deletes up to `limit` rows of a tenant that has passed its deletion date; call it until it returns 0. People go first,
 * so that a tenant without any is being deleted. The tenant itself goes last.
 */
export const deleteTenantRows = async (db: Queries, id: string, limit: number): Promise<number> => {
  const workspaces = await changedRows(
    tablesOf(db)
      .deleteFrom('workspaces')
      .where('id', 'in', (query) =>
        query.selectFrom('workspaces').select('id').where('tenant_id', '=', id).limit(limit),
      ),
  );
  if (workspaces > 0) return workspaces;
  for (const table of ['users', 'mails', 'invitations'] as const) {
    const deleted = await changedRows(
      tablesOf(db)
        .deleteFrom(table)
        .where('id', 'in', (query) => query.selectFrom(table).select('id').where('tenant_id', '=', id).limit(limit)),
    );
    if (deleted > 0) return deleted;
  }
  const events = await changedRows(
    tablesOf(db)
      .deleteFrom('audit_events')
      .where('tenant_id', '=', id)
      .where('sequence', 'in', (query) =>
        query.selectFrom('audit_events').select('sequence').where('tenant_id', '=', id).limit(limit),
      ),
  );
  return events > 0 ? events : changedRows(tablesOf(db).deleteFrom('tenants').where('id', '=', id));
};

/** Every tenant, also those that are being deleted. */
export const listAllTenantIds = async (db: Queries): Promise<string[]> =>
  (await tablesOf(db).selectFrom('tenants').select('id').orderBy('id').execute()).map(({ id }) => id);

/** Tenants with people. Others are being deleted. */
export const listTenantIds = async (db: Queries): Promise<string[]> => {
  const rows = await tablesOf(db)
    .selectFrom('tenants')
    .select('id')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('users').select('users.id').whereRef('users.tenant_id', '=', 'tenants.id')),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
};

export const listTenants = (db: Queries): Promise<TenantRow[]> =>
  tablesOf(db).selectFrom('tenants').selectAll().orderBy('created_at').orderBy('id').execute();

/** The oldest tenant, except one; a sample tenant only if there is no other. */
export const findFirstTenant = (db: Queries, except = ''): Promise<TenantRow | undefined> =>
  tablesOf(db)
    .selectFrom('tenants')
    .where('tenants.id', '!=', except)
    .leftJoin('sample_tenants', 'sample_tenants.tenant_id', 'tenants.id')
    .selectAll('tenants')
    .orderBy('sample_tenants.tenant_id', (order) => order.asc().nullsFirst())
    .orderBy('tenants.created_at')
    .orderBy('tenants.id')
    .limit(1)
    .executeTakeFirst();

/** Everyone who administers a tenant, by tenant. */
export const listAdministrators = (db: Queries) =>
  tablesOf(db)
    .selectFrom('users')
    .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
    .where('users.status', '=', 'active')
    .where('users.role', 'in', ['owner', 'admin'])
    .select(['users.email', 'users.role', 'tenants.name as tenant'])
    .orderBy('tenants.created_at')
    .orderBy('users.role', 'desc')
    .orderBy('users.email')
    .execute();
