import type { contract } from '#shared/contract/index.ts';
import { highestOf } from '#shared/rules/roles.ts';
import { found } from '../../platform/app-error.ts';
import { listGroupsThrough } from '../../storage/store/groups/group-workspaces.ts';
import { findMember } from '../../storage/store/identity/users.ts';
import { setWorkspaceRole } from '../../storage/store/workspaces/workspace-members.ts';
import type { Handler } from '../handler.ts';
import { findSeenWorkspace } from '../identity/find-seen-workspace.ts';
import { accessOf, notifyOfAccess } from '../identity/member-news.ts';
import { noticeOrigin } from '../identity/notices.ts';
import { actingPerson } from '../identity/seen-workspaces.ts';
import { recordEvent, userTarget } from '../recording/record-event.ts';
import { presentWorkspaceMember } from './present-workspace-member.ts';

/** Adds a member of the tenant to a workspace, or changes their role in it. */
export const setWorkspaceMember: Handler<typeof contract.workspaces.setWorkspaceMember> = async (
  context,
  { tenant_id, slug, user_id, role },
  { client, transaction },
) =>
  transaction(async (tx, caller) => {
    const person = actingPerson(caller);
    const now = context.clock.now();
    const workspace = await findSeenWorkspace(tx, caller, slug, 'workspaces.settings');
    const member = found(await findMember(tx, tenant_id, user_id), 'MEMBER_NOT_FOUND');
    const before = await accessOf(tx, member, slug);
    await setWorkspaceRole(tx, workspace.id, member.id, role, { by: person?.id ?? null, at: now });
    await recordEvent(context, tx, {
      action: 'setWorkspaceMember',
      actor: caller.principal,
      client,
      target: userTarget(member),
      details: { workspace: workspace.name, workspace_id: workspace.id, role },
    });
    await notifyOfAccess(context, tx, member, workspace, before, noticeOrigin(caller.principal, client));
    const { id, name, email } = member;
    const groups = await listGroupsThrough(tx, workspace.id, [id]);
    const granted = { granted_at: now, granted_by: person?.id ?? null, granter_name: person?.name ?? null };
    const highest = highestOf([role, ...groups.map((group) => group.role)]);
    return presentWorkspaceMember({ id, name, email, role: highest, own_role: role, ...granted }, groups);
  });
