import type { Expression } from 'kysely';
import { type GrantablePermission, grantablePermissions } from '#shared/rules/permissions.ts';
import type { Queries } from '../../database/schema.ts';
import { joinedTexts } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';

/**
 * What custom roles give (DECISION 0307): to a person by roles of their own and those of their groups, to a service account by its
 * own. Every query that asks takes it from here, as a part of the statement that reads who calls.
 */

type Text = string | Expression<string>;

/** The IDs of the custom roles of a person, their own and those of their groups. */
export const heldByPerson = (db: Queries, userId: Text) =>
  tablesOf(db)
    .selectFrom('custom_role_members')
    .where('custom_role_members.user_id', '=', userId)
    .select('custom_role_members.role_id')
    .unionAll(
      tablesOf(db)
        .selectFrom('group_members')
        .innerJoin('custom_role_groups', 'custom_role_groups.group_id', 'group_members.group_id')
        .where('group_members.user_id', '=', userId)
        .select('custom_role_groups.role_id'),
    );

const joined = (db: Queries) =>
  tablesOf(db).selectFrom('custom_roles').select(joinedTexts('custom_roles.permissions').as('permissions'));

/** The permissions of a person's custom roles, as {@link grantedIn} reads them; null without any. */
export const grantedToPerson = (db: Queries, userId: Text) =>
  joined(db).where('custom_roles.id', 'in', heldByPerson(db, userId));

/** The same of a service account. */
export const grantedToAccount = (db: Queries, accountId: Text) =>
  joined(db).where(
    'custom_roles.id',
    'in',
    tablesOf(db)
      .selectFrom('custom_role_accounts')
      .where('custom_role_accounts.account_id', '=', accountId)
      .select('custom_role_accounts.role_id'),
  );

const none: readonly GrantablePermission[] = [];

/** The permissions in stored texts, each once. One that no longer exists, or that custom roles must not give, gives nothing. */
export const grantedIn = (stored: string | null): readonly GrantablePermission[] => {
  if (stored === null || stored === '') return none;
  const words = new Set(stored.split(/[ ,]/));
  return grantablePermissions.filter((permission) => words.has(permission));
};

export const listGrantedToPerson = async (db: Queries, userId: string): Promise<readonly GrantablePermission[]> =>
  grantedIn((await grantedToPerson(db, userId).executeTakeFirst())?.permissions ?? null);

export const listGrantedToAccount = async (db: Queries, accountId: string): Promise<readonly GrantablePermission[]> =>
  grantedIn((await grantedToAccount(db, accountId).executeTakeFirst())?.permissions ?? null);

/** What a group gives its members by its custom roles. */
export const listGrantedByGroup = async (db: Queries, groupId: string): Promise<readonly GrantablePermission[]> => {
  const row = await joined(db)
    .where(
      'custom_roles.id',
      'in',
      tablesOf(db)
        .selectFrom('custom_role_groups')
        .where('custom_role_groups.group_id', '=', groupId)
        .select('custom_role_groups.role_id'),
    )
    .executeTakeFirst();
  return grantedIn(row?.permissions ?? null);
};
