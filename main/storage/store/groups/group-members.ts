import type { Queries } from '../../database/schema.ts';
import { contains } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import { byText, type Listed, listPage, type Page } from '../paging.ts';
import { changedOne, countOf } from '../sql.ts';
import type { Grant } from '../workspaces/workspace-members.ts';

/** False if they already were a member. */
export const addToGroup = (db: Queries, groupId: string, userId: string, { by, at }: Grant): Promise<boolean> =>
  changedOne(
    tablesOf(db)
      .insertInto('group_members')
      .values({ group_id: groupId, user_id: userId, added_by: by, added_at: at })
      .onConflict((conflict) => conflict.columns(['group_id', 'user_id']).doNothing()),
  );

/** False if they were no member. */
export const removeFromGroup = (db: Queries, groupId: string, userId: string): Promise<boolean> =>
  changedOne(tablesOf(db).deleteFrom('group_members').where('group_id', '=', groupId).where('user_id', '=', userId));

export const removeFromAllGroups = (db: Queries, userId: string) =>
  tablesOf(db).deleteFrom('group_members').where('user_id', '=', userId).execute();

const matching = (db: Queries, groupId: string, q: string | undefined) => {
  const query = tablesOf(db)
    .selectFrom('group_members')
    .innerJoin('users', 'users.id', 'group_members.user_id')
    .where('group_members.group_id', '=', groupId);
  return q ? query.where(({ ref }) => contains(ref('users.search_text'), q)) : query;
};

export interface GroupMemberRow {
  id: string;
  name: string;
  email: string;
  added_at: number;
  added_by: string | null;
  adder_name: string | null;
}

/** A page of the members of a group, by name. */
export const listGroupMembers = (
  db: Queries,
  groupId: string,
  q: string | undefined,
  page: Page,
): Promise<Listed<GroupMemberRow>> =>
  listPage(
    matching(db, groupId, q)
      .leftJoin('users as adder', 'adder.id', 'group_members.added_by')
      .select([
        'users.id',
        'users.name',
        'users.email',
        'users.name_key',
        'group_members.added_at',
        'group_members.added_by',
        'adder.name as adder_name',
      ]),
    [byText('users', 'name_key'), byText('users', 'id')],
    page,
  );

export const countGroupMembers = (db: Queries, groupId: string, q: string | undefined): Promise<number> =>
  countOf(matching(db, groupId, q));

/** The groups of a person, by name. */
export const listGroupsOf = (db: Queries, userId: string) =>
  tablesOf(db)
    .selectFrom('group_members')
    .innerJoin('groups', 'groups.id', 'group_members.group_id')
    .leftJoin('users as adder', 'adder.id', 'group_members.added_by')
    .where('group_members.user_id', '=', userId)
    .select([
      'groups.id',
      'groups.name',
      'group_members.added_at',
      'group_members.added_by',
      'adder.name as adder_name',
    ])
    .orderBy('groups.name_key')
    .orderBy('groups.id')
    .execute();
