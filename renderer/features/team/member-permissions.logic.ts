import type { explainMemberAccess } from '#shared/contract/custom-roles/explain-member-access.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { isLowest } from '#shared/rules/roles.ts';
import type { Translate } from '../../languages/translate.ts';

export type ExplainedPermission = OutputOf<typeof explainMemberAccess>['permissions'][number];

/** Everything that gives someone a permission, one sentence each. */
export const sourcesOf = ({ role, custom_roles, workspaces }: ExplainedPermission, t: Translate): string[] => [
  ...(role ? [t('team.permissions.source.role', { role: t(`team.roles.${role}`) })] : []),
  ...custom_roles.map(({ name, group }) =>
    group
      ? t('team.permissions.source.customRoleThrough', { role: name, group: group.name })
      : t('team.permissions.source.customRole', { role: name }),
  ),
  ...workspaces.map(({ workspace, role: given, group }) => {
    const named = {
      role: t(`roles.workspace.${given}`),
      workspace: workspace?.name ?? t('team.permissions.source.hidden'),
    };
    return group
      ? t('team.permissions.source.workspaceThrough', { ...named, group: group.name })
      : t('team.permissions.source.workspace', named);
  }),
];

/** What would give someone a permission, or give it everywhere. */
export const wouldGive = ({ reach, would_give }: ExplainedPermission, t: Translate): string[] => {
  const { role, workspace_role, custom_roles, grantable } = would_give;
  return [
    isLowest(role)
      ? t('team.permissions.source.endOfGuestAccess')
      : t('team.permissions.source.role', { role: t(`team.roles.${role}`) }),
    ...custom_roles.map(({ name }) => t('team.permissions.source.customRole', { role: name })),
    ...(grantable && custom_roles.length === 0 ? [t('team.permissions.source.newCustomRole')] : []),
    ...(workspace_role && reach === 'none'
      ? [t('team.permissions.source.workspaceRole', { role: t(`roles.workspace.${workspace_role}`) })]
      : []),
  ];
};
