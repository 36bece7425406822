import { mayBeGuest, type Role, type Standing } from '#shared/rules/roles.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { changedOne } from '../sql.ts';
import type { Grant } from '../workspaces/workspace-members.ts';
import { noteRole } from './given-roles.ts';

/** Updates one account only if another active owner remains. */
const updateUnlessLastOwner = (db: Queries, tenantId: string, userId: string) =>
  tablesOf(db)
    .updateTable('users')
    .where('id', '=', userId)
    .where('tenant_id', '=', tenantId)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('role', '!=', 'owner'),
        exists(
          selectFrom('users as other')
            .select('other.id')
            .where('other.tenant_id', '=', tenantId)
            .where('other.id', '!=', userId)
            .where('other.role', '=', 'owner')
            .where('other.status', '=', 'active'),
        ),
      ]),
    );

/** Makes an active member a guest, or ends that. */
export const markGuest = (db: Queries, tenantId: string, userId: string, guest: boolean): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('users')
      .set({ guest: guest ? 1 : 0 })
      .where('id', '=', userId)
      .where('tenant_id', '=', tenantId)
      .where('role', '=', 'member')
      .where('status', '=', 'active'),
  );

/** Changes a role if it is still `from` and an active owner remains. A guest with a higher role is none anymore. */
export const changeUserRole = async (
  db: Queries,
  tenantId: string,
  userId: string,
  from: Role,
  to: Role,
  grant: Grant,
): Promise<boolean> => {
  const update =
    to === 'owner'
      ? tablesOf(db).updateTable('users').where('id', '=', userId).where('tenant_id', '=', tenantId)
      : updateUnlessLastOwner(db, tenantId, userId);
  const isChanged = await changedOne(
    update
      .set({ role: to, ...(!mayBeGuest(to) && { guest: 0 }) })
      .where('role', '=', from)
      .where('status', '=', 'active'),
  );
  if (isChanged) await noteRole(db, userId, grant);
  return isChanged;
};

/** Takes the role of an owner, active or not, if another active owner remains, who may become a guest by it. */
export const takeOwnership = async (
  db: Queries,
  tenantId: string,
  userId: string,
  to: Standing,
  grant: Grant,
): Promise<boolean> => {
  const isTaken = await changedOne(
    updateUnlessLastOwner(db, tenantId, userId)
      .set(to === 'guest' ? { role: 'member', guest: 1 } : { role: to })
      .where('role', '=', 'owner')
      .where('status', '!=', 'removed'),
  );
  if (isTaken) await noteRole(db, userId, grant);
  return isTaken;
};

/** Makes a member, active or not, a guest, as they were before. */
export const makeGuestAgain = (db: Queries, tenantId: string, userId: string): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('users')
      .set({ guest: 1 })
      .where('id', '=', userId)
      .where('tenant_id', '=', tenantId)
      .where('role', '=', 'member')
      .where('guest', '=', 0)
      .where('status', '!=', 'removed'),
  );

/** Makes an admin, active or not, a member if a certain person gave them that role. */
export const takeAdminRole = async (
  db: Queries,
  tenantId: string,
  userId: string,
  giverId: string,
  grant: Grant,
): Promise<boolean> => {
  const isTaken = await changedOne(
    tablesOf(db)
      .updateTable('users')
      .set({ role: 'member' })
      .where('id', '=', userId)
      .where('tenant_id', '=', tenantId)
      .where('role', '=', 'admin')
      .where('status', '!=', 'removed')
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('given_roles').select('given_roles.user_id').where('given_roles.given_by', '=', giverId),
      ),
  );
  if (isTaken) await noteRole(db, userId, grant);
  return isTaken;
};

/** Marks a member as removed if an active owner remains. DECISION 0070: a scheduled deletion keeps its date. */
export const markRemoved = (db: Queries, tenantId: string, userId: string): Promise<boolean> =>
  changedOne(
    updateUnlessLastOwner(db, tenantId, userId)
      .set({ status: 'removed', disabled_by: null })
      .where('status', '!=', 'removed'),
  );

/** Schedules an account's deletion if it is active. */
export const markPendingDeletion = (db: Queries, userId: string, deleteAt: number): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('users')
      .set({ status: 'pending_deletion', delete_at: deleteAt })
      .where('id', '=', userId)
      .where('status', '=', 'active'),
  );

/**
 * Disables an account that is active, or that someone who is outranked has disabled. Without `force`, only if another
 * active owner remains.
 */
export const markDisabled = (
  db: Queries,
  tenantId: string,
  userId: string,
  by: 'admin' | 'operator',
  force: boolean,
): Promise<boolean> => {
  const update = force
    ? tablesOf(db).updateTable('users').where('id', '=', userId).where('tenant_id', '=', tenantId)
    : updateUnlessLastOwner(db, tenantId, userId);
  return changedOne(
    update.set({ status: 'disabled', disabled_by: by }).where(({ eb, or, and }) => {
      const isActive = eb('status', '=', 'active');
      if (by === 'admin') return isActive;
      return or([isActive, and([eb('status', '=', 'disabled'), eb('disabled_by', '=', 'admin')])]);
    }),
  );
};

/** Enables a disabled account again. DECISION 0256: what the operator disabled, an admin can't enable. */
export const markEnabled = (db: Queries, userId: string, by: 'admin' | 'operator'): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('users')
      .set({ status: 'active', disabled_by: null })
      .where('id', '=', userId)
      .where('status', '=', 'disabled')
      .$if(by === 'admin', (update) => update.where('disabled_by', '=', 'admin')),
  );

/** Cancels a deletion if its grace period is not over. */
export const markRestored = (db: Queries, userId: string, now: number): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('users')
      .set({ status: 'active', delete_at: null })
      .where('id', '=', userId)
      .where('status', '=', 'pending_deletion')
      .where('delete_at', '>', now),
  );
