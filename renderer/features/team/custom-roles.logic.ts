import type { listCustomRoles } from '#shared/contract/custom-roles/list-custom-roles.ts';
import type { listHeldCustomRoles } from '#shared/contract/custom-roles/list-held-custom-roles.ts';
import type { previewCustomRoleDeletion } from '#shared/contract/custom-roles/preview-custom-role-deletion.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { customRoleLimits } from '#shared/rules/limits.ts';
import {
  type GrantablePermission,
  governs,
  grantablePermissions,
  type Holder,
  hasAll,
  may,
  withNeeded,
} from '#shared/rules/permissions.ts';
import type { Actor } from '../../components/commands.ts';
import { permissionAreas } from '../../components/permission-areas.ts';
import type { Translate } from '../../languages/translate.ts';
import { applicationConsequences } from './opened-applications.logic.ts';
import type { Member } from './team.logic.ts';

export type CustomRole = OutputOf<typeof listCustomRoles>['custom_roles'][number];
export type HeldCustomRole = OutputOf<typeof listHeldCustomRoles>['custom_roles'][number];

/** What a form edits. */
export interface CustomRoleValues extends Record<string, unknown> {
  name: string;
  description: string;
  permissions: GrantablePermission[];
}

export const newCustomRole: CustomRoleValues = { name: '', description: '', permissions: [] };

export const valuesOf = ({ name, description, permissions }: CustomRole): CustomRoleValues => ({
  name,
  description,
  permissions: [...permissions],
});

const isGrantable = (name: string): name is GrantablePermission => grantablePermissions.some((known) => known === name);

/** The permissions that custom roles can give and someone can pass on, by part of the console. */
export const offeredPermissions = (holder: Holder) =>
  permissionAreas
    .map(({ name: area, permissions }) => ({
      area,
      permissions: permissions.filter(isGrantable).filter((permission) => may(holder, permission)),
    }))
    .filter(({ permissions }) => permissions.length > 0);

/** Those that they can't pass on, because they don't have them. */
export const withheldPermissions = (holder: Holder): GrantablePermission[] =>
  grantablePermissions.filter((permission) => !may(holder, permission));

/** Permissions in the order in which screens show them, as the service stores what was chosen. */
export const withChosen = (
  before: readonly GrantablePermission[],
  after: readonly GrantablePermission[],
): GrantablePermission[] => {
  const dropped = before.filter((permission) => !after.includes(permission));
  return withNeeded(after.filter((permission) => !withNeeded([permission]).some((needed) => dropped.includes(needed))));
};

/** Why someone may not change or assign a custom role. */
export const roleDisabledReason = (
  holder: Holder,
  { permissions }: Pick<CustomRole, 'permissions'>,
  t: Translate,
): string | undefined => (hasAll(holder, permissions) ? undefined : t('team.customRoles.beyond'));

/** Why someone may not change which custom roles a member has. */
export const memberRolesDisabledReason = (actor: Actor, member: Member, t: Translate): string | undefined => {
  if (member.status === 'removed') return t('team.refusals.removed');
  return governs(actor, member.role) ? undefined : t('team.customRoles.held.ownersOnly');
};

export const tooManyCustomRoles = (count: number | undefined, t: Translate): string | undefined =>
  count !== undefined && count >= customRoleLimits.perTenant
    ? t('team.customRoles.tooMany', { count: customRoleLimits.perTenant })
    : undefined;

/** How many members, groups and service accounts have a role themselves, one line each. */
export const holdersOf = ({ member_count, group_count, service_account_count }: CustomRole, t: Translate): string[] => {
  const counted = [
    ...(member_count > 0 ? [t('team.customRoles.holders.members', { count: member_count })] : []),
    ...(group_count > 0 ? [t('team.customRoles.holders.groups', { count: group_count })] : []),
    ...(service_account_count > 0
      ? [t('team.customRoles.holders.serviceAccounts', { count: service_account_count })]
      : []),
  ];
  return counted.length > 0 ? counted : [t('team.customRoles.holders.none')];
};

/** Who loses what with a custom role. */
export const deletionConsequences = (
  { people, groups, service_accounts, applications }: OutputOf<typeof previewCustomRoleDeletion>,
  t: Translate,
): string[] => [
  ...(people > 0 ? [t('team.customRoles.delete.people', { count: people })] : []),
  ...(groups > 0 ? [t('team.customRoles.delete.groups', { count: groups })] : []),
  ...(service_accounts > 0 ? [t('team.customRoles.delete.serviceAccounts', { count: service_accounts })] : []),
  ...applicationConsequences(applications, t),
  ...(people + groups + service_accounts === 0 ? [t('team.customRoles.delete.nobody')] : []),
  t('team.customRoles.delete.final'),
];

/** Custom roles that can be given to someone who has some already. */
export const assignableRoles = (
  holder: Holder,
  known: readonly CustomRole[],
  held: readonly HeldCustomRole[],
): CustomRole[] => {
  const own = new Set(held.filter(({ group }) => group === null).map(({ role_id }) => role_id));
  return known.filter(({ role_id, permissions }) => !own.has(role_id) && hasAll(holder, permissions));
};
