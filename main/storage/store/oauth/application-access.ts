import { sql } from 'kysely';
import { standingOf } from '#shared/rules/roles.ts';
import type { Queries } from '../../database/schema.ts';
import { includes } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import { heldByPerson } from '../custom-roles/granted.ts';
import type { UserRow } from '../identity/users.ts';
import type { ApplicationRow } from './applications.ts';

type Visitor = Pick<UserRow, 'id' | 'tenant_id' | 'role' | 'guest' | 'status'>;

/** Roles, between spaces: none is found inside of another. */
const allowedRoles = sql<string>`' ' || applications.allowed_roles || ' '`;

/**
 * DECISION 0336: what someone may use. Everyone is every member but guests, who may use what names them or a group of theirs: custom
 * roles give them nothing.
 */
const usableBy = (db: Queries, { id, tenant_id, role, guest }: Omit<Visitor, 'status'>) => {
  const byGroup = tablesOf(db)
    .selectFrom('application_groups')
    .innerJoin('group_members', 'group_members.group_id', 'application_groups.group_id')
    .where('group_members.user_id', '=', id)
    .select('application_groups.application_id');
  const byCustomRole = tablesOf(db)
    .selectFrom('application_custom_roles')
    .where('application_custom_roles.role_id', 'in', heldByPerson(db, id))
    .select('application_custom_roles.application_id');
  return tablesOf(db)
    .selectFrom('applications')
    .where('applications.tenant_id', '=', tenant_id)
    .where(({ eb, or, and }) => {
      const isNamed = or([
        includes(allowedRoles, ` ${standingOf({ role, guest })} `),
        eb('applications.id', 'in', byGroup),
        ...(guest === 1 ? [] : [eb('applications.id', 'in', byCustomRole)]),
      ]);
      const forSome = and([eb('applications.access', '=', 'restricted'), isNamed]);
      return guest === 1 ? forSome : or([eb('applications.access', '=', 'everyone'), forSome]);
    });
};

/** Whether someone may sign in to an application now. */
export const mayUseApplication = async (
  db: Queries,
  application: Pick<ApplicationRow, 'id' | 'tenant_id'>,
  user: Visitor,
): Promise<boolean> => {
  if (user.status !== 'active' || user.tenant_id !== application.tenant_id) return false;
  const row = await usableBy(db, user)
    .where('applications.id', '=', application.id)
    .select('applications.id')
    .executeTakeFirst();
  return row !== undefined;
};

/** The applications that someone may sign in to, by name. */
export const listUsableApplications = (db: Queries, user: Omit<Visitor, 'status'>): Promise<ApplicationRow[]> =>
  usableBy(db, user).selectAll('applications').orderBy('applications.name_key').orderBy('applications.id').execute();

/** Names the groups whose members may use an application, in place of those before. */
export const setApplicationGroups = async (db: Queries, applicationId: string, groupIds: readonly string[]) => {
  const tables = tablesOf(db);
  await tables.deleteFrom('application_groups').where('application_id', '=', applicationId).execute();
  const rows = groupIds.map((group_id) => ({ application_id: applicationId, group_id }));
  if (rows.length > 0) await tables.insertInto('application_groups').values(rows).execute();
};

/** Names the custom roles whose holders may use an application, in place of those before. */
export const setApplicationCustomRoles = async (db: Queries, applicationId: string, roleIds: readonly string[]) => {
  const tables = tablesOf(db);
  await tables.deleteFrom('application_custom_roles').where('application_id', '=', applicationId).execute();
  const rows = roleIds.map((role_id) => ({ application_id: applicationId, role_id }));
  if (rows.length > 0) await tables.insertInto('application_custom_roles').values(rows).execute();
};

export interface NamedRow {
  id: string;
  name: string;
}

/** The groups whose members may use an application if its access is restricted, by name. */
export const listApplicationGroups = (db: Queries, applicationId: string): Promise<NamedRow[]> =>
  tablesOf(db)
    .selectFrom('application_groups')
    .innerJoin('groups', 'groups.id', 'application_groups.group_id')
    .where('application_groups.application_id', '=', applicationId)
    .select(['groups.id', 'groups.name'])
    .orderBy('groups.name_key')
    .orderBy('groups.id')
    .execute();

/** The custom roles whose holders may use an application if its access is restricted, by name. */
export const listApplicationCustomRoles = (db: Queries, applicationId: string): Promise<NamedRow[]> =>
  tablesOf(db)
    .selectFrom('application_custom_roles')
    .innerJoin('custom_roles', 'custom_roles.id', 'application_custom_roles.role_id')
    .where('application_custom_roles.application_id', '=', applicationId)
    .select(['custom_roles.id', 'custom_roles.name'])
    .orderBy('custom_roles.name_key')
    .orderBy('custom_roles.id')
    .execute();
