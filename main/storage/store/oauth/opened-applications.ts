import type { Queries } from '../../database/schema.ts';
import { includes } from '../../database/sql.ts';
import { tablesOf } from '../../database/tables.ts';
import type { NamedRow } from './application-access.ts';

/** The applications that name one of these custom roles. */
const namingRoles = (db: Queries, roleIds: string | ReturnType<typeof rolesOfGroup>) =>
  tablesOf(db)
    .selectFrom('application_custom_roles')
    .where('application_custom_roles.role_id', 'in', typeof roleIds === 'string' ? [roleIds] : roleIds)
    .select('application_custom_roles.application_id');

const rolesOfGroup = (db: Queries, groupId: string) =>
  tablesOf(db)
    .selectFrom('custom_role_groups')
    .where('custom_role_groups.group_id', '=', groupId)
    .select('custom_role_groups.role_id');

const inOrder = (db: Queries, tenantId: string) =>
  tablesOf(db)
    .selectFrom('applications')
    .where('applications.tenant_id', '=', tenantId)
    .select(['applications.id', 'applications.name'])
    .orderBy('applications.name_key')
    .orderBy('applications.id');

/**
 * The applications that a group opens, by name: as one of those that may use it, by a custom role of the group, or at a path of a
 * protected host.
 */
export const listApplicationsOfGroup = (db: Queries, tenantId: string, groupId: string): Promise<NamedRow[]> => {
  const naming = tablesOf(db)
    .selectFrom('application_groups')
    .where('application_groups.group_id', '=', groupId)
    .select('application_groups.application_id');
  return inOrder(db, tenantId)
    .where(({ eb, and, or, ref }) =>
      or([
        and([
          eb('applications.access', '=', 'restricted'),
          or([
            eb('applications.id', 'in', naming),
            eb('applications.id', 'in', namingRoles(db, rolesOfGroup(db, groupId))),
          ]),
        ]),
        includes(ref('applications.path_rules'), `"${groupId}"`),
      ]),
    )
    .execute();
};

/** The applications that a custom role opens, by name. */
export const listApplicationsOfCustomRole = (db: Queries, tenantId: string, roleId: string): Promise<NamedRow[]> =>
  inOrder(db, tenantId)
    .where('applications.access', '=', 'restricted')
    .where('applications.id', 'in', namingRoles(db, roleId))
    .execute();
