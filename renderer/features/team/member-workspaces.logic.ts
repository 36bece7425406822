import type { OutputOf } from '#shared/contract/operation.ts';
import type { listMemberWorkspaces } from '#shared/contract/team/list-member-workspaces.ts';
import { mayInWorkspace } from '#shared/permissions.ts';
import type { Translate } from '../../languages/translate.ts';
import type { Actor, Member } from './team.logic.ts';

export type MemberWorkspace = OutputOf<typeof listMemberWorkspaces>['workspaces'][number];

/** Why a member's role in a workspace may not be changed, or undefined. */
export const workspaceRoleDisabledReason = (
  actor: Actor,
  member: Member,
  { my_role }: Pick<MemberWorkspace, 'my_role'>,
  t: Translate,
): string | undefined => {
  if (member.status === 'removed') return t('team.refusals.removed');
  return mayInWorkspace(actor.role, my_role ?? undefined, 'workspaces.settings')
    ? undefined
    : t('team.refusals.workspaceAdmins');
};
