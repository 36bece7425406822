import type { ExpressionBuilder, Selectable } from 'kysely';
import { day } from '#shared/rules/limits.ts';
import { policyLimits } from '#shared/rules/policies.ts';
import type { Role } from '#shared/rules/roles.ts';
import type { DueTime } from '../../../platform/due-time.ts';
import { latestEnd, remainingWait } from '../../../platform/remaining-wait.ts';
import type { Queries, Schema } from '../../database/schema.ts';
import { contains } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import type { InvitationTable } from '../../database/team-schema.ts';
import { byNumber, byText, type Listed, listPage, type Page } from '../paging.ts';
import { changedOne, changedRows, countOf } from '../sql.ts';

export type InvitationRow = Omit<Selectable<InvitationTable>, 'accepted_by' | 'session_id'>;
export type ListedInvitationRow = InvitationRow & { inviter_name: string };

/** The longest that any invitation is valid, in milliseconds. */
const maxLifetimeMs = policyLimits.invitationDays.max * day;

/**
 * How long a pending invitation can still be accepted, in milliseconds. 0 once it has expired, or if it ends later than any
 * that begins now: then it is from a clock that was ahead.
 */
export const remainingLifetime = ({ expires_at }: Pick<InvitationRow, 'expires_at'>, now: number): number =>
  remainingWait(expires_at, now, maxLifetimeMs);

/** The same in SQL. */
export const isInvitationOpen = (now: number) => (eb: ExpressionBuilder<Schema, 'invitations'>) =>
  eb.and([eb('invitations.expires_at', '>', now), eb('invitations.expires_at', '<=', latestEnd(now, maxLifetimeMs))]);

export const insertInvitation = async (
  db: Queries,
  row: InvitationRow & { session_id?: string | null },
  workspaceIds: readonly string[],
): Promise<void> => {
  await tablesOf(db).insertInto('invitations').values(row).execute();
  if (workspaceIds.length === 0) return;
  await tablesOf(db)
    .insertInto('invitation_workspaces')
    .values(workspaceIds.map((workspace_id) => ({ invitation_id: row.id, workspace_id })))
    .execute();
};

export const findInvitation = (db: Queries, tenantId: string, id: string): Promise<InvitationRow | undefined> =>
  tablesOf(db)
    .selectFrom('invitations')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();

/** An invitation with the names that its page shows. */
export const findInvitationById = (db: Queries, id: string) =>
  tablesOf(db)
    .selectFrom('invitations')
    .innerJoin('tenants', 'tenants.id', 'invitations.tenant_id')
    .innerJoin('users', 'users.id', 'invitations.invited_by')
    .selectAll('invitations')
    .select(['tenants.name as tenant_name', 'users.name as inviter_name'])
    .where('invitations.id', '=', id)
    .executeTakeFirst();

export const findPendingInvitation = (
  db: Queries,
  tenantId: string,
  email: string,
): Promise<InvitationRow | undefined> =>
  tablesOf(db)
    .selectFrom('invitations')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('email', '=', email)
    .where('status', '=', 'pending')
    .executeTakeFirst();

/** Changes an invitation's status if it is still `from`. */
export const setInvitationStatus = (
  db: Queries,
  id: string,
  from: InvitationRow['status'],
  to: InvitationRow['status'],
): Promise<boolean> =>
  changedOne(
    tablesOf(db).updateTable('invitations').set({ status: to }).where('id', '=', id).where('status', '=', from),
  );

/** Marks a pending invitation as accepted by an account. */
export const markInvitationAccepted = (db: Queries, id: string, userId: string): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('invitations')
      .set({ status: 'accepted', accepted_by: userId })
      .where('id', '=', id)
      .where('status', '=', 'pending'),
  );

/** Makes a pending or expired invitation valid again. */
export const renewInvitation = (db: Queries, id: string, expiresAt: number): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .updateTable('invitations')
      .set({ expires_at: expiresAt, status: 'pending' })
      .where('id', '=', id)
      .where('status', 'in', ['pending', 'expired']),
  );

/** Revokes a tenant's pending invitations, all or those of one inviter to some roles or since a timestamp, and voids their links. */
export const revokeInvitations = async (
  db: Queries,
  tenantId: string,
  now: number,
  invitedBy?: string,
  roles?: readonly Role[],
  since?: number,
): Promise<void> => {
  let update = tablesOf(db)
    .updateTable('invitations')
    .set({ status: 'revoked' })
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'pending');
  if (invitedBy !== undefined) update = update.where('invited_by', '=', invitedBy);
  if (roles !== undefined) update = update.where('role', 'in', roles);
  if (since !== undefined) update = update.where('created_at', '>=', since);
  const revoked = await update.returning('id').execute();
  if (revoked.length === 0) return;
  await tablesOf(db)
    .updateTable('one_time_tokens')
    .set({ voided_at: now })
    .where(
      'invitation_id',
      'in',
      revoked.map(({ id }) => id),
    )
    .where('used_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute();
};

export interface InvitationFilter {
  tenantId: string;
  q?: string | undefined;
  status?: InvitationRow['status'] | undefined;
  now: number;
}

/** `expired` is computed: a pending invitation past its expiry counts as expired even before the purge marks it. */
const matching = (db: Queries, { tenantId, q, status, now }: InvitationFilter) => {
  let query = tablesOf(db)
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.invited_by')
    .where('invitations.tenant_id', '=', tenantId);
  if (q) query = query.where(({ ref }) => contains(ref('invitations.email'), q));
  if (status === undefined) return query;
  if (status === 'expired') {
    return query.where(({ eb, or, and }) =>
      or([
        eb('invitations.status', '=', 'expired'),
        and([eb('invitations.status', '=', 'pending'), eb.not(isInvitationOpen(now)(eb))]),
      ]),
    );
  }
  query = query.where('invitations.status', '=', status);
  return status === 'pending' ? query.where(isInvitationOpen(now)) : query;
};

export const listInvitations = (
  db: Queries,
  filter: InvitationFilter,
  page: Page,
): Promise<Listed<ListedInvitationRow>> =>
  listPage(
    matching(db, filter).selectAll('invitations').select('users.name as inviter_name'),
    [byNumber('invitations', 'created_at', 'desc'), byText('invitations', 'id')],
    page,
  );

export const countInvitations = (db: Queries, filter: InvitationFilter): Promise<number> =>
  countOf(matching(db, filter));

/** Every invitation that a user has sent, newest first. */
export const listInvitationsBy = (db: Queries, userId: string): Promise<InvitationRow[]> =>
  tablesOf(db)
    .selectFrom('invitations')
    .selectAll()
    .where('invited_by', '=', userId)
    .orderBy('created_at', 'desc')
    .execute();

/** The workspaces that these invitations grant. */
export const invitationWorkspaces = (db: Queries, invitationIds: readonly string[]) =>
  invitationIds.length === 0
    ? Promise.resolve([])
    : tablesOf(db)
        .selectFrom('invitation_workspaces')
        .innerJoin('workspaces', 'workspaces.id', 'invitation_workspaces.workspace_id')
        .select(['invitation_workspaces.invitation_id', 'workspaces.id', 'workspaces.name'])
        .where('invitation_workspaces.invitation_id', 'in', invitationIds)
        .orderBy('workspaces.name')
        .execute();

/** Deletes a tenant's invitations to some addresses, whatever their status, except those that other accounts accepted. */
export const deleteInvitationsTo = (db: Queries, tenantId: string, userId: string, emails: readonly string[]) =>
  tablesOf(db)
    .deleteFrom('invitations')
    .where('tenant_id', '=', tenantId)
    .where('email', 'in', emails)
    .where(({ eb, or }) => or([eb('accepted_by', 'is', null), eb('accepted_by', '=', userId)]))
    .execute();

/** Marks up to `limit` invitations past their expiry, so that their addresses can be invited again. Returns how many. */
export const expireInvitations = (db: Queries, due: DueTime, limit: number): Promise<number> =>
  changedRows(
    tablesOf(db)
      .updateTable('invitations')
      .set({ status: 'expired' })
      .where('id', 'in', (query) =>
        query
          .selectFrom('invitations')
          .select('id')
          .where('status', '=', 'pending')
          .where('expires_at', '<=', due)
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      ),
  );
