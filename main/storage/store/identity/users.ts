import type { Selectable } from 'kysely';
import type { EmailVerifier } from '#shared/rules/email-verifiers.ts';
import type { Role } from '#shared/rules/roles.ts';
import { searchKey, sortKey } from '#shared/text-input/text-keys.ts';
import type { DueTime } from '../../../platform/due-time.ts';
import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { type DerivedUserColumns, type UserTable, userColumns } from '../../database/user-table.ts';
import { liftMailHolds } from '../mail/mails.ts';
import { countOf } from '../sql.ts';
import { noteRole } from './given-roles.ts';
import { verifiedBy } from './verified-addresses.ts';

export type UserRow = Omit<Selectable<UserTable>, keyof DerivedUserColumns>;

/** What is stored of a name and an address to sort and to search by. */
export const derivedColumns = ({ name, email }: { name: string; email: string }): DerivedUserColumns => ({
  name_key: sortKey(name),
  search_text: searchKey(`${name}\n${email}`),
});

/** @param givenBy the member who gave them their role, if one did */
export const insertUser = async (db: Queries, row: UserRow, givenBy: string | null = null): Promise<void> => {
  await tablesOf(db)
    .insertInto('users')
    .values({ ...row, ...derivedColumns(row) })
    .execute();
  await noteRole(db, row.id, { by: givenBy, at: row.created_at });
};

export const findUser = (db: Queries, id: string): Promise<UserRow | undefined> =>
  tablesOf(db).selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst();

/** The account for an email address; removed accounts no longer have one. */
export const findUserByEmail = (db: Queries, email: string): Promise<UserRow | undefined> =>
  tablesOf(db)
    .selectFrom('users')
    .select(userColumns)
    .where('email', '=', email)
    .where('status', '!=', 'removed')
    .executeTakeFirst();

/**
 * The account that keeps an address from being used: none if its grace period is over. DECISION 0015: also the one that had
 * it, as long as it can take it back.
 */
export const findHolder = async (db: Queries, email: string, due: DueTime): Promise<UserRow | undefined> => {
  const kept = tablesOf(db)
    .selectFrom('users')
    .select(userColumns)
    .where('status', '!=', 'removed')
    .where(({ eb, or }) => or([eb('delete_at', 'is', null), eb('delete_at', '>', due)]));
  return (
    (await kept.where('email', '=', email).executeTakeFirst()) ??
    kept
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('one_time_tokens')
          .select('user_id')
          .where('previous_email', '=', email)
          .where('purpose', '=', 'cancel_email_change')
          .where('used_at', 'is', null)
          .where('voided_at', 'is', null)
          .where('expires_at', '>', due),
      )
      .executeTakeFirst()
  );
};

/**
 * Makes sure that no account has an address; false if one does. Frees that of an account whose grace period is over, and
 * which the purge has not deleted yet.
 * @param except the account that the address is for
 */
export const claimAddress = async (db: Queries, email: string, due: DueTime, except?: string): Promise<boolean> => {
  const holder = await findHolder(db, email, due);
  if (holder && holder.id !== except) return false;
  await tablesOf(db)
    .updateTable('users')
    .set({ status: 'removed', password_hash: '' })
    .where('email', '=', email)
    .where('status', '=', 'pending_deletion')
    .where('delete_at', '<=', due)
    // It may have been in another organization, whose caches and consoles then hear of it.
    .returning('tenant_id')
    .execute();
  return true;
};

/** The members of a tenant who can sign in, longest first. */
export const listActiveUsers = (db: Queries, tenantId: string): Promise<UserRow[]> =>
  tablesOf(db)
    .selectFrom('users')
    .select(userColumns)
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'active')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Gives every active member of a tenant the same password. Only for sample data. */
export const setPasswordOfAll = (db: Queries, tenantId: string, passwordHash: string) =>
  tablesOf(db)
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', ['active', 'pending_deletion'])
    .execute();

/** A tenant's member by id, excluding removed ones. */
export const findMember = (db: Queries, tenantId: string, userId: string): Promise<UserRow | undefined> =>
  tablesOf(db)
    .selectFrom('users')
    .select(userColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .where('status', '!=', 'removed')
    .executeTakeFirst();

/** Whether one of these members is an owner, active or not. */
export const includesOwner = async (db: Queries, tenantId: string, userIds: readonly string[]): Promise<boolean> =>
  (await countOf(
    tablesOf(db)
      .selectFrom('users')
      .where('tenant_id', '=', tenantId)
      .where('role', '=', 'owner')
      .where('status', '!=', 'removed')
      .where('id', 'in', userIds),
  )) > 0;

/** A tenant's member by id, including removed ones. */
export const findAnyMember = (db: Queries, tenantId: string, userId: string): Promise<UserRow | undefined> =>
  tablesOf(db)
    .selectFrom('users')
    .select(userColumns)
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirst();

/** A former member of this tenant, by email address, whose data is not due for deletion. */
export const findRemovedMember = (
  db: Queries,
  tenantId: string,
  email: string,
  now: number,
): Promise<UserRow | undefined> =>
  tablesOf(db)
    .selectFrom('users')
    .select(userColumns)
    .where('tenant_id', '=', tenantId)
    .where('email', '=', email)
    .where('status', '=', 'removed')
    .where(({ eb, or }) => or([eb('delete_at', 'is', null), eb('delete_at', '>', now)]))
    .orderBy('last_login_at', 'desc')
    .executeTakeFirst();

/** An address changes only with who verified it, so that no one's word for one address counts for another. */
type AddressChange =
  | { email: string; verification: EmailVerifier | null }
  | { email?: never; verification?: EmailVerifier | null };

export type UserChange = Partial<Omit<UserRow, 'id' | 'email' | 'email_verified' | 'email_verified_by'>> &
  AddressChange;

/**
 * Updates columns of an account, including the derived ones. Remembers an address that it replaces. Once the mailbox is
 * proved, the emails that waited for it are due.
 */
export const updateUser = async (
  db: Queries,
  user: Pick<UserRow, 'id' | 'name' | 'email'>,
  { verification, ...change }: UserChange,
): Promise<void> => {
  const renamed = change.name !== undefined || change.email !== undefined;
  if (change.email !== undefined && change.email !== user.email) {
    await tablesOf(db)
      .insertInto('former_emails')
      .values({ user_id: user.id, email: user.email })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await tablesOf(db)
    .updateTable('users')
    .set({
      ...change,
      ...(renamed && derivedColumns({ name: change.name ?? user.name, email: change.email ?? user.email })),
      ...(verification !== undefined && verifiedBy(verification)),
    })
    .where('id', '=', user.id)
    .execute();
  if (verification === 'mailbox') await liftMailHolds(db, user.id);
};

/** The addresses that an account had before. */
export const listFormerEmails = async (db: Queries, userId: string): Promise<string[]> =>
  (
    await tablesOf(db)
      .selectFrom('former_emails')
      .select('email')
      .where('user_id', '=', userId)
      .orderBy('email')
      .execute()
  ).map(({ email }) => email);

export const recordLogin = (db: Queries, userId: string, now: number) =>
  tablesOf(db).updateTable('users').set({ last_login_at: now }).where('id', '=', userId).execute();

/** No password signs in to the account until another one is set. */
export const clearPassword = (db: Queries, userId: string) =>
  tablesOf(db).updateTable('users').set({ password_hash: '' }).where('id', '=', userId).execute();

/** Forgets to which addresses an account, or all of a tenant, have asked to change. */
export const clearPendingAddresses = (db: Queries, whose: { id: string } | { tenant_id: string }) =>
  tablesOf(db)
    .updateTable('users')
    .set({ pending_email: null })
    .where(({ eb }) => ('id' in whose ? eb('id', '=', whose.id) : eb('tenant_id', '=', whose.tenant_id)))
    .where('pending_email', 'is not', null)
    .execute();

/** Counts a tenant's other people, excluding removed ones. */
export const countOthers = (db: Queries, tenantId: string, userId: string): Promise<number> =>
  countOf(
    tablesOf(db)
      .selectFrom('users')
      .where('tenant_id', '=', tenantId)
      .where('id', '!=', userId)
      .where('status', '!=', 'removed'),
  );

const ofRoles = (db: Queries, tenantId: string, roles: readonly Role[]) =>
  tablesOf(db)
    .selectFrom('users')
    .select(userColumns)
    .where('tenant_id', '=', tenantId)
    .where('role', 'in', roles)
    .orderBy('created_at')
    .orderBy('id');

/** A tenant's active owners, longest membership first. */
export const listOwners = (db: Queries, tenantId: string): Promise<UserRow[]> =>
  ofRoles(db, tenantId, ['owner']).where('status', '=', 'active').execute();

/** A tenant's active owners, and those whose deletion is scheduled: they may come back. */
export const listOwnersToInform = (db: Queries, tenantId: string): Promise<UserRow[]> =>
  ofRoles(db, tenantId, ['owner']).where('status', 'in', ['active', 'pending_deletion']).execute();

/** A tenant's active owners and admins: those who manage its members. */
export const listManagers = (db: Queries, tenantId: string): Promise<UserRow[]> =>
  ofRoles(db, tenantId, ['owner', 'admin']).where('status', '=', 'active').execute();

/** A tenant's other active owners, longest membership first. */
export const otherOwners = async (db: Queries, tenantId: string, userId: string): Promise<UserRow[]> =>
  (await listOwners(db, tenantId)).filter(({ id }) => id !== userId);

/** Active members who could become owner, by name. */
export const ownerCandidates = (db: Queries, tenantId: string, userId: string, limit: number): Promise<UserRow[]> =>
  tablesOf(db)
    .selectFrom('users')
    .select(userColumns)
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'active')
    .where('id', '!=', userId)
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Accounts past their grace period. */
export const listDueUsers = (db: Queries, due: DueTime): Promise<Pick<UserRow, 'id' | 'tenant_id'>[]> =>
  tablesOf(db).selectFrom('users').select(['id', 'tenant_id']).where('delete_at', '<=', due).execute();

/** A user whose deletion is due; undefined if it has been restored or deleted meanwhile. */
export const findDueUser = (db: Queries, id: string, due: DueTime): Promise<UserRow | undefined> =>
  tablesOf(db)
    .selectFrom('users')
    .select(userColumns)
    .where('id', '=', id)
    .where('delete_at', '<=', due)
    .executeTakeFirst();
