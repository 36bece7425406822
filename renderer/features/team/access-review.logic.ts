import type { OutputOf } from '#shared/contract/operation.ts';
import type { listAccessReview } from '#shared/contract/team/list-access-review.ts';
import { roles, workspaceRoles } from '#shared/rules/roles.ts';
import { toCsv } from '#shared/text-input/csv.ts';
import type { Translate } from '../../languages/translate.ts';

export type Access = OutputOf<typeof listAccessReview>['access'][number];

/** What tells two rows of the review apart. */
export const accessId = ({ holder, kind, workspace, group, custom_role }: Access): string =>
  [holder.id, kind, workspace?.workspace_id, custom_role?.role_id, group?.group_id].join(' ');

/** What someone has, in a few words. */
export const accessTitle = ({ kind, role, workspace, group, custom_role }: Access, t: Translate): string => {
  const roleName = roleLabel(role, t);
  if (kind === 'workspace') return t('team.accessReview.inWorkspace', { workspace: workspace?.name, role: roleName });
  if (kind === 'group') return group?.name ?? '';
  if (kind === 'custom_role') return custom_role?.name ?? '';
  return roleName;
};

const roleLabel = (role: Access['role'], t: Translate): string => {
  const workspaceRole = workspaceRoles.find((known) => known === role);
  if (workspaceRole) return t(`roles.workspace.${workspaceRole}`);
  const organizationRole = roles.find((known) => known === role);
  return organizationRole ? t(`team.roles.${organizationRole}`) : '';
};

/** The kind of what someone has, and the group that it comes from. */
export const accessDetail = ({ kind, group }: Access, t: Translate): string => {
  const name = t(`team.accessReview.kinds.${kind}`);
  return group && kind !== 'group' ? t('team.accessReview.through', { kind: name, group: group.name }) : name;
};

const columns = [
  'name',
  'email',
  'kind',
  'status',
  'guest',
  'access',
  'role',
  'workspace',
  'custom_role',
  'group',
  'since',
  'given_by',
  'id',
  'given_by_id',
];

/** The review as a CSV table, with the contract's names. What isn't known is empty. */
export const accessCsv = (rows: readonly Access[]): string =>
  toCsv([
    columns,
    ...rows.map(({ holder, kind, role, workspace, custom_role, group, since, given_by }) => [
      holder.name,
      holder.email,
      holder.kind,
      holder.status,
      holder.guest,
      kind,
      role,
      workspace?.name ?? null,
      custom_role?.name ?? null,
      group?.name ?? null,
      since,
      given_by?.name ?? null,
      holder.id,
      given_by?.user_id ?? null,
    ]),
  ]);
