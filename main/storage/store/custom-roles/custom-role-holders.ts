import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';
import { byText, type Listed, listPage, type Page } from '../paging.ts';
import { changedOne, countOf, toInteger } from '../sql.ts';
import type { Grant } from '../workspaces/workspace-members.ts';

/** False if they already had it. */
export const giveToMember = (db: Queries, roleId: string, userId: string, { by, at }: Grant): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .insertInto('custom_role_members')
      .values({ role_id: roleId, user_id: userId, granted_by: by, granted_at: at })
      .onConflict((conflict) => conflict.columns(['user_id', 'role_id']).doNothing()),
  );
export const giveToGroup = (db: Queries, roleId: string, groupId: string, { by, at }: Grant): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .insertInto('custom_role_groups')
      .values({ role_id: roleId, group_id: groupId, granted_by: by, granted_at: at })
      .onConflict((conflict) => conflict.columns(['group_id', 'role_id']).doNothing()),
  );
export const giveToAccount = (db: Queries, roleId: string, accountId: string, { by, at }: Grant): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .insertInto('custom_role_accounts')
      .values({ role_id: roleId, account_id: accountId, granted_by: by, granted_at: at })
      .onConflict((conflict) => conflict.columns(['account_id', 'role_id']).doNothing()),
  );

/** False if they didn't have it. */
export const takeFromMember = (db: Queries, roleId: string, userId: string): Promise<boolean> =>
  changedOne(
    tablesOf(db).deleteFrom('custom_role_members').where('role_id', '=', roleId).where('user_id', '=', userId),
  );
export const takeFromGroup = (db: Queries, roleId: string, groupId: string): Promise<boolean> =>
  changedOne(
    tablesOf(db).deleteFrom('custom_role_groups').where('role_id', '=', roleId).where('group_id', '=', groupId),
  );
export const takeFromAccount = (db: Queries, roleId: string, accountId: string): Promise<boolean> =>
  changedOne(
    tablesOf(db).deleteFrom('custom_role_accounts').where('role_id', '=', roleId).where('account_id', '=', accountId),
  );

export const takeAllFromMember = (db: Queries, userId: string) =>
  tablesOf(db).deleteFrom('custom_role_members').where('user_id', '=', userId).execute();

const holderTables = ['custom_role_members', 'custom_role_groups', 'custom_role_accounts'] as const;

/** Takes what someone has given since a timestamp, whoever has it, also by adding people to a group that gives it. */
export const takeGivenSince = async (db: Queries, granterId: string, since: number): Promise<void> => {
  for (const table of holderTables) {
    await tablesOf(db).deleteFrom(table).where('granted_by', '=', granterId).where('granted_at', '>=', since).execute();
  }
  await membershipsSince(db, since).where('added_by', '=', granterId).execute();
};

/** Memberships since a timestamp in groups that give custom roles, to end them. */
const membershipsSince = (db: Queries, since: number) =>
  tablesOf(db)
    .deleteFrom('group_members')
    .where('added_at', '>=', since)
    .where('group_id', 'in', ({ selectFrom }) => selectFrom('custom_role_groups').select('group_id'));

/** Takes what a member has got since a timestamp, also by joining a group that gives it. */
export const takeFromMemberSince = async (db: Queries, userId: string, since: number): Promise<void> => {
  await tablesOf(db)
    .deleteFrom('custom_role_members')
    .where('user_id', '=', userId)
    .where('granted_at', '>=', since)
    .execute();
  await membershipsSince(db, since).where('user_id', '=', userId).execute();
};

/** Takes a custom role from whoever has it. */
export const takeFromEveryone = async (db: Queries, roleId: string): Promise<void> => {
  for (const table of holderTables) await tablesOf(db).deleteFrom(table).where('role_id', '=', roleId).execute();
};

/** The service accounts that have a custom role. */
export const listAccountsWith = async (db: Queries, roleId: string): Promise<string[]> =>
  (
    await tablesOf(db)
      .selectFrom('custom_role_accounts')
      .select('account_id')
      .where('role_id', '=', roleId)
      .orderBy('account_id')
      .execute()
  ).map(({ account_id }) => account_id);

const holders = (db: Queries, roleId: string) =>
  tablesOf(db).selectFrom(
    tablesOf(db)
      .selectFrom('custom_role_members as held')
      .innerJoin('users', 'users.id', 'held.user_id')
      .where('held.role_id', '=', roleId)
      .select(['users.id', 'users.name', 'users.name_key', 'held.granted_at', 'held.granted_by'])
      .unionAll(
        tablesOf(db)
          .selectFrom('custom_role_groups as held')
          .innerJoin('groups', 'groups.id', 'held.group_id')
          .where('held.role_id', '=', roleId)
          .select(['groups.id', 'groups.name', 'groups.name_key', 'held.granted_at', 'held.granted_by']),
      )
      .unionAll(
        tablesOf(db)
          .selectFrom('custom_role_accounts as held')
          .innerJoin('service_accounts', 'service_accounts.id', 'held.account_id')
          .where('held.role_id', '=', roleId)
          .select([
            'service_accounts.id',
            'service_accounts.name',
            'service_accounts.name_key',
            'held.granted_at',
            'held.granted_by',
          ]),
      )
      .as('holders'),
  );

/** A page of those who have a custom role themselves, by name. */
export const listHolders = (
  db: Queries,
  roleId: string,
  page: Page,
): Promise<
  Listed<{
    id: string;
    name: string;
    name_key: string;
    granted_at: number;
    granted_by: string | null;
    granter_name: string | null;
  }>
> =>
  listPage(
    holders(db, roleId)
      .leftJoin('users as granter', 'granter.id', 'holders.granted_by')
      .select([
        'holders.id',
        'holders.name',
        'holders.name_key',
        'holders.granted_at',
        'holders.granted_by',
        'granter.name as granter_name',
      ]),
    [byText('holders', 'name_key'), byText('holders', 'id')],
    page,
  );

export const countHolders = (db: Queries, roleId: string): Promise<number> => countOf(holders(db, roleId));

/** How many people have a custom role, by themselves or by a group. Groups give guests none. */
export const countPeopleWith = async (db: Queries, roleId: string): Promise<number> => {
  const people = tablesOf(db)
    .selectFrom('custom_role_members')
    .where('role_id', '=', roleId)
    .select('user_id')
    .union(
      tablesOf(db)
        .selectFrom('custom_role_groups')
        .innerJoin('group_members', 'group_members.group_id', 'custom_role_groups.group_id')
        .where('custom_role_groups.role_id', '=', roleId)
        .select('group_members.user_id'),
    )
    .as('people');
  const { count } = await tablesOf(db)
    .selectFrom(people)
    .innerJoin('users', 'users.id', 'people.user_id')
    .where('users.guest', '=', 0)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return toInteger(count);
};
