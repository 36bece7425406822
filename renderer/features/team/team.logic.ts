import type { OutputOf } from '#shared/contract/operation.ts';
import type { getMember } from '#shared/contract/team/get-member.ts';
import type { listInvitations } from '#shared/contract/team/list-invitations.ts';
import type { listMemberWorkspaces } from '#shared/contract/team/list-member-workspaces.ts';
import type { listMembers } from '#shared/contract/team/list-members.ts';
import { governs, grantableRoles, type Holder, isOwner, may, mayInWorkspace } from '#shared/rules/permissions.ts';
import { type Role, roles } from '#shared/rules/roles.ts';
import type { Actor } from '../../components/commands.ts';
import type { Translate } from '../../languages/translate.ts';

export type Member = OutputOf<typeof listMembers>['users'][number];
export type MemberDetails = OutputOf<typeof getMember>;
export type Invitation = OutputOf<typeof listInvitations>['invitations'][number];

export const roleChangeDisabledReason = (actor: Actor, member: Member, t: Translate): string | undefined => {
  if (!may(actor, 'team.manage')) return t('team.refusals.adminsChangeRoles');
  if (!governs(actor, member.role)) return t('team.refusals.ownersChangeOwner');
  return member.status === 'active' ? undefined : t('team.refusals.activeRole');
};

/** The roles to offer for a member. Includes the current one even if the user couldn't grant it. */
export const roleChoices = (
  actor: Holder,
  present: Role,
  t: Translate,
): { value: Role; label: string; disabled: boolean }[] =>
  roles.toReversed().map((value) => ({
    value,
    label: t(`team.roles.${value}`),
    disabled: value !== present && !grantableRoles(actor).includes(value),
  }));

/** What to confirm before a role change; empty if the user can undo the change. */
export const roleChangeWarnings = (actor: Actor, member: Member, role: Role, t: Translate): string[] => {
  if (member.user_id === actor.user_id) {
    return [t('team.role.self', { role: t(`roles.article.${role}`) }), t('team.role.selfForGood')];
  }
  return isOwner(role) ? [t('team.role.toOwner', { name: member.name })] : [];
};

export const removalDisabledReason = (actor: Actor, member: Member, t: Translate): string | undefined => {
  if (member.user_id === actor.user_id) return t('team.refusals.ownAccount');
  if (!may(actor, 'team.manage')) return t('team.refusals.adminsRemove');
  if (!governs(actor, member.role)) return t('team.refusals.ownersRemoveOwner');
  return member.status === 'removed' ? t('team.refusals.removedAlready') : undefined;
};

/** Why the user may not disable a member, or enable them again. */
export const disableDisabledReason = (
  actor: Actor,
  member: Member & Partial<Pick<MemberDetails, 'disabled_by'>>,
  t: Translate,
): string | undefined => {
  if (member.user_id === actor.user_id) return t('team.refusals.ownDisabling');
  if (!may(actor, 'team.manage')) return t('team.refusals.adminsDisable');
  if (!governs(actor, member.role)) return t('team.refusals.ownersDisableOwner');
  if (member.disabled_by === 'operator') return t('team.refusals.operatorDisabled');
  return member.status === 'active' || member.status === 'disabled' ? undefined : t('team.refusals.activeDisable');
};

/** Why the user may not see when and where a member is signed in. */
export const seenSessionsDisabledReason = (actor: Actor, member: Member, t: Translate): string | undefined => {
  if (!may(actor, 'sessions.manage')) return t('team.refusals.adminsSessions');
  return member.status === 'removed' ? t('team.refusals.removed') : undefined;
};

/** Why the user may not end a member's sessions, or see their API keys. */
export const sessionsDisabledReason = (actor: Actor, member: Member, t: Translate): string | undefined => {
  const unseen = seenSessionsDisabledReason(actor, member, t);
  if (unseen !== undefined) return unseen;
  return governs(actor, member.role) ? undefined : t('team.refusals.ownersSessions');
};

/** Until when a member can't sign in after failed attempts; undefined once that has passed, also while the page stays open. */
export const endOfLock = (
  access: { readonly locked_until: string | null } | undefined,
  now: number,
): string | undefined => {
  const until = access?.locked_until ?? undefined;
  return until !== undefined && Date.parse(until) > now ? until : undefined;
};

/** Why the user may not see how a member signs in. */
export const accessDisabledReason = (actor: Actor, member: Member, t: Translate): string | undefined => {
  if (!may(actor, 'sessions.manage')) return t('team.refusals.adminsAccess');
  return member.status === 'removed' ? t('team.refusals.removed') : undefined;
};

/** Why the user may not create links for a member, with which that member gets in. */
export const linkDisabledReason = (actor: Actor, member: Member, t: Translate): string | undefined => {
  if (!may(actor, 'team.manage')) return t('team.refusals.adminsLinks');
  if (!governs(actor, member.role)) return t('team.refusals.ownersLinks');
  return member.status === 'active' ? undefined : t('team.refusals.activeLinks');
};

/** Why the user may not mark a member's address as verified. */
export const verifyDisabledReason = (actor: Actor, member: Member, t: Translate): string | undefined =>
  member.user_id === actor.user_id ? t('team.refusals.ownAddress') : linkDisabledReason(actor, member, t);

/** Rows of a member's activity on a page. */
export const historyPageSize = 10;

/** Rows of a member's sign-ins on a page. */
export const signInPageSize = 5;

export const historyDisabledReason = (actor: Actor, t: Translate): string | undefined =>
  may(actor, 'audit.read') ? undefined : t('team.refusals.adminsHistory');

export const secondFactorDisabledReason = (actor: Actor, member: Member, t: Translate): string | undefined => {
  if (!may(actor, 'second_factor.reset')) return t('team.refusals.ownersSecondFactor');
  return member.status === 'removed' ? t('team.refusals.removed') : undefined;
};

/** Why two-factor authentication that is on can't be reset. */
export const resetDisabledReason = (actor: Actor, member: Member, t: Translate): string | undefined =>
  member.user_id === actor.user_id ? t('team.refusals.ownSecondFactor') : undefined;

export const resetConsequences = (member: Member, t: Translate): string[] => [
  t('team.secondFactor.reset.password', { name: member.name }),
  t('team.secondFactor.reset.signedOut'),
  t('team.secondFactor.reset.beSure'),
];

export const transferDisabledReason = (actor: Actor, member: Member, t: Translate): string | undefined => {
  if (!may(actor, 'ownership.transfer')) return t('team.refusals.ownersTransfer');
  if (member.user_id === actor.user_id) return t('reasons.STATE_CONFLICT.already_owner');
  return member.status === 'active' ? undefined : t('team.refusals.activeOwner');
};

/** Whether to show an invitation's expiry; it means nothing once the invitation is accepted or revoked. */
export const expires = ({ status }: Pick<Invitation, 'status'>): boolean =>
  status === 'pending' || status === 'expired';

export type InvitationAction = 'resend' | 'revoke' | 'copy';

const openTo: Record<InvitationAction, readonly Invitation['status'][]> = {
  resend: ['pending', 'expired'],
  revoke: ['pending'],
  copy: ['pending'],
};

export const invitationDisabledReason = (
  actor: Actor,
  invitation: Invitation,
  action: InvitationAction,
  t: Translate,
): string | undefined => {
  if (!governs(actor, invitation.role)) return t('team.refusals.ownersInvitation');
  return openTo[action].includes(invitation.status) ? undefined : t(`team.refusals.invitation.${invitation.status}`);
};

export type MemberWorkspace = OutputOf<typeof listMemberWorkspaces>['workspaces'][number];

/** Why a member's workspace role can't be changed; undefined if it can. */
export const workspaceRoleDisabledReason = (
  actor: Actor,
  member: Member,
  { my_role }: Pick<MemberWorkspace, 'my_role'>,
  t: Translate,
): string | undefined => {
  if (member.status === 'removed') return t('team.refusals.removed');
  return mayInWorkspace(actor, my_role ?? undefined, 'workspaces.settings')
    ? undefined
    : t('team.refusals.workspaceAdmins');
};

/** Sets a member's role on a page; returns the same object if that changes nothing. */
export const withRole = <Page extends { users: Member[] }>(page: Page, userId: string, role: Role): Page =>
  page.users.some((member) => member.user_id === userId && member.role !== role)
    ? { ...page, users: page.users.map((member) => (member.user_id === userId ? { ...member, role } : member)) }
    : page;
