import type { WorkspaceRole } from '#shared/rules/roles.ts';
import { given } from '../../mail/mail-params.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { listRolesByGroups, listRolesOfMember } from '../../storage/store/custom-roles/held-custom-roles.ts';
import type { SeenGroupRow } from '../../storage/store/groups/groups.ts';
import { findMember, listManagers, type UserRow } from '../../storage/store/identity/users.ts';
import { findWorkspace } from '../../storage/store/workspaces/workspaces.ts';
import type { AppContext } from '../context.ts';
import { type NoticeOrigin, sendNotice, tenantParams } from './notices.ts';

/**
 * News that people get unless they turn email notifications off. No one hears of what they did themselves. Of access that many
 * get at once through a group, each hears once, when they join or leave it: not for each of its workspaces, and not when the
 * group is given another.
 */

/** Who can't sign in needs no news, either. */
const isTold = (origin: NoticeOrigin, { id, status }: UserRow): boolean =>
  status === 'active' && !(typeof origin.by === 'object' && origin.by.id === id);

/** Someone with an account, as news name them. */
type Named = Pick<UserRow, 'id' | 'tenant_id' | 'name' | 'email'>;

const namedMember = ({ name, email }: Named) => ({
  member_name: given.text(name),
  member_email: given.emailAddress(email),
});

/** Without the device and address: those aren't for everyone who hears of it. */
const byThem = ({ id, name }: Named): NoticeOrigin => ({ by: { id, name }, client: undefined });

/** Tells the inviter that someone has joined. */
export const notifyInviter = async (
  context: AppContext,
  tx: WriteTransaction,
  inviterId: string,
  member: Named & Pick<UserRow, 'role' | 'guest'>,
): Promise<void> => {
  const inviter = await findMember(tx, member.tenant_id, inviterId);
  if (!inviter) return;
  const named = { ...(await tenantParams(tx, member.tenant_id)), ...namedMember(member) };
  const role = given.word(member.guest === 1 ? 'guest' : member.role);
  await sendNotice(context, tx, inviter, 'invitation_accepted', byThem(member), { ...named, role });
};

/** Tells everyone who manages the members that one of them leaves. */
export const notifyOfLeaving = async (
  context: AppContext,
  tx: WriteTransaction,
  member: Named,
  due: number,
): Promise<void> => {
  const named = { ...(await tenantParams(tx, member.tenant_id)), ...namedMember(member) };
  for (const manager of await listManagers(tx, member.tenant_id)) {
    if (manager.id === member.id) continue;
    await sendNotice(context, tx, manager, 'member_left', byThem(member), { ...named, due: given.time(due) });
  }
};

/** The role that someone has in a workspace, whoever gave it to them; null without one. */
export const accessOf = async (
  tx: WriteTransaction,
  { tenant_id, id }: Pick<UserRow, 'tenant_id' | 'id'>,
  slug: string,
): Promise<WorkspaceRole | null> => (await findWorkspace(tx, tenant_id, slug, id))?.my_role ?? null;

/** Tells a member what they may do in a workspace now, if it isn't what it was before. */
export const notifyOfAccess = async (
  context: AppContext,
  tx: WriteTransaction,
  member: UserRow,
  workspace: { name: string; slug: string },
  before: WorkspaceRole | null,
  origin: NoticeOrigin,
): Promise<void> => {
  const role = await accessOf(tx, member, workspace.slug);
  if (role === before || !isTold(origin, member)) return;
  const named = { ...(await tenantParams(tx, member.tenant_id)), workspace_name: given.text(workspace.name) };
  if (role === null) await sendNotice(context, tx, member, 'workspace_access_removed', origin, named);
  else {
    await sendNotice(context, tx, member, 'workspace_access_given', origin, { ...named, role: given.word(role) });
  }
};

/** Tells a member that they belong to a group now, or no longer do, if it opens anything. */
export const notifyOfGroup = async (
  context: AppContext,
  tx: WriteTransaction,
  member: UserRow,
  { name, workspaces }: Pick<SeenGroupRow, 'name' | 'workspaces'>,
  change: 'joined' | 'left',
  origin: NoticeOrigin,
): Promise<void> => {
  if (workspaces === 0 || !isTold(origin, member)) return;
  const params = {
    ...(await tenantParams(tx, member.tenant_id)),
    group_name: given.text(name),
    workspaces: given.number(workspaces),
  };
  if (change === 'joined') await sendNotice(context, tx, member, 'group_joined', origin, params);
  else await sendNotice(context, tx, member, 'group_left', origin, params);
};

/** Tells a member that they have a custom role now, or no longer do: not if they have it in another way, too, nor a guest. */
export const notifyOfCustomRole = async (
  context: AppContext,
  tx: WriteTransaction,
  member: UserRow,
  role: { id: string; name: string },
  change: 'given' | 'taken',
  origin: NoticeOrigin,
): Promise<void> => {
  if (!isTold(origin, member) || member.guest === 1) return;
  const held = [...(await listRolesOfMember(tx, member.id)), ...(await listRolesByGroups(tx, member.id))];
  const ways = held.filter(({ id }) => id === role.id).length;
  const params = { ...(await tenantParams(tx, member.tenant_id)), custom_role: given.text(role.name) };
  if (change === 'given' && ways === 1) await sendNotice(context, tx, member, 'custom_role_given', origin, params);
  if (change === 'taken' && ways === 0) await sendNotice(context, tx, member, 'custom_role_taken', origin, params);
};
