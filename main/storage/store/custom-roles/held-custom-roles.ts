import type { Queries } from '../../database/schema.ts';
import { tablesOf } from '../../database/tables.ts';

const columns = ['custom_roles.id', 'custom_roles.name', 'custom_roles.permissions'] as const;
const given = ['held.granted_at', 'held.granted_by', 'granter.name as granter_name'] as const;

/** The custom roles that a member has themselves, by name. */
export const listRolesOfMember = (db: Queries, userId: string) =>
  tablesOf(db)
    .selectFrom('custom_role_members as held')
    .innerJoin('custom_roles', 'custom_roles.id', 'held.role_id')
    .leftJoin('users as granter', 'granter.id', 'held.granted_by')
    .where('held.user_id', '=', userId)
    .select([...columns, ...given])
    .orderBy('custom_roles.name_key')
    .orderBy('custom_roles.id')
    .execute();

/** Those of a member's groups, by name: none of a guest, to whom these give nothing (DECISION 0324). */
export const listRolesByGroups = (db: Queries, userId: string) =>
  tablesOf(db)
    .selectFrom('group_members')
    .innerJoin('custom_role_groups as held', 'held.group_id', 'group_members.group_id')
    .innerJoin('custom_roles', 'custom_roles.id', 'held.role_id')
    .innerJoin('groups', 'groups.id', 'group_members.group_id')
    .innerJoin('users as member', 'member.id', 'group_members.user_id')
    .leftJoin('users as granter', 'granter.id', 'held.granted_by')
    .where('group_members.user_id', '=', userId)
    .where('member.guest', '=', 0)
    .select([...columns, ...given, 'groups.id as group_id', 'groups.name as group_name'])
    .orderBy('custom_roles.name_key')
    .orderBy('custom_roles.id')
    .orderBy('groups.name_key')
    .orderBy('groups.id')
    .execute();

/** Those of a group, by name. */
export const listRolesOfGroup = (db: Queries, groupId: string) =>
  tablesOf(db)
    .selectFrom('custom_role_groups as held')
    .innerJoin('custom_roles', 'custom_roles.id', 'held.role_id')
    .leftJoin('users as granter', 'granter.id', 'held.granted_by')
    .where('held.group_id', '=', groupId)
    .select([...columns, ...given])
    .orderBy('custom_roles.name_key')
    .orderBy('custom_roles.id')
    .execute();

/** Those of a service account, by name. */
export const listRolesOfAccount = (db: Queries, accountId: string) =>
  tablesOf(db)
    .selectFrom('custom_role_accounts as held')
    .innerJoin('custom_roles', 'custom_roles.id', 'held.role_id')
    .leftJoin('users as granter', 'granter.id', 'held.granted_by')
    .where('held.account_id', '=', accountId)
    .select([...columns, ...given])
    .orderBy('custom_roles.name_key')
    .orderBy('custom_roles.id')
    .execute();
