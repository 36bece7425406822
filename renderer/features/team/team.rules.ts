import type { OutputOf } from '#shared/contract/operation.ts';
import type { listInvitations } from '#shared/contract/team/list-invitations.ts';
import type { listMembers } from '#shared/contract/team/list-members.ts';
import { governs, grantableRoles, may } from '#shared/permissions.ts';
import { type Role, roles } from '#shared/roles.ts';

export type Member = OutputOf<typeof listMembers>['users'][number];
export type Invitation = OutputOf<typeof listInvitations>['invitations'][number];
/** What the rules need to know of whoever is signed in. */
export interface Actor {
  user_id: string;
  role: Role;
}

export const roleLabels: Record<Role, string> = { owner: 'Owner', admin: 'Admin', member: 'Member' };
export const statusLabels: Record<Member['status'], string> = {
  active: 'Active',
  pending_deletion: 'To be deleted',
  removed: 'Removed',
};

const onlyAdmins = (deed: string) => `Only admins and owners may ${deed}`;
const onlyOwners = (deed: string) => `Only an owner may ${deed}`;

export const inviteRefusal = (role: Role): string | undefined =>
  may(role, 'team.manage') ? undefined : onlyAdmins('invite people');

export const roleChangeRefusal = (actor: Actor, member: Member): string | undefined => {
  if (!may(actor.role, 'team.manage')) return onlyAdmins('change roles');
  if (!governs(actor.role, member.role)) return onlyOwners('change the role of an owner');
  return member.status === 'active' ? undefined : 'Only active members have a role to change';
};

/** The roles to choose from for a member: the present one is shown even where it cannot be granted. */
export const roleChoices = (actor: Role, present: Role): { value: Role; label: string; disabled: boolean }[] =>
  roles.toReversed().map((value) => ({
    value,
    label: roleLabels[value],
    disabled: value !== present && !grantableRoles(actor).includes(value),
  }));

/** What a change of role means that is worth a question first; empty where it can be taken back by its maker. */
export const roleChangeWarnings = (actor: Actor, member: Member, role: Role): string[] => {
  if (member.user_id === actor.user_id) {
    return [
      `You will be ${roleLabels[role].toLowerCase()} from your next request on.`,
      'You cannot give yourself the present role back; somebody else has to.',
    ];
  }
  if (role === 'owner') {
    return [
      `${member.name} may do everything that you may: change and remove owners, you included, and transfer ownership.`,
    ];
  }
  return [];
};

export const removalRefusal = (actor: Actor, member: Member): string | undefined => {
  if (member.user_id === actor.user_id) return 'To leave, delete your account in your profile';
  if (!may(actor.role, 'team.manage')) return onlyAdmins('remove members');
  if (!governs(actor.role, member.role)) return onlyOwners('remove an owner');
  return member.status === 'removed' ? 'This member is removed already' : undefined;
};

export const removalConsequences = (member: Member): string[] => [
  `${member.name} is signed out everywhere at once and cannot sign in again.`,
  'They lose access to all workspaces and their roles there.',
  'What they own passes to the owner of the team.',
  'Invitations that they sent and nobody has accepted are revoked.',
];

export const sessionsRefusal = (actor: Actor, member: Member): string | undefined => {
  if (!may(actor.role, 'sessions.manage')) return onlyAdmins('see the sessions of others');
  return governs(actor.role, member.role) ? undefined : onlyOwners('see the sessions of an owner');
};

export const secondFactorRefusal = (actor: Actor, member: Member): string | undefined => {
  if (!may(actor.role, 'second_factor.reset')) return onlyOwners('see and reset second factors');
  return member.status === 'removed' ? 'This member is removed' : undefined;
};

export const resetRefusal = (actor: Actor, member: Member, enabled: boolean): string | undefined => {
  if (member.user_id === actor.user_id) return 'Disable your own in your profile, with a code';
  return enabled ? undefined : 'There is nothing to reset';
};

export const resetConsequences = (member: Member): string[] => [
  `${member.name} signs in with the password alone until they set up another.`,
  'They are signed out everywhere at once, and their recovery codes no longer work.',
  'Be sure that it is really them who asks for it.',
];

export const transferRefusal = (actor: Actor, member: Member): string | undefined => {
  if (!may(actor.role, 'ownership.transfer')) return onlyOwners('transfer ownership');
  if (member.user_id === actor.user_id) return 'You are the owner already';
  return member.status === 'active' ? undefined : 'Only an active member can become owner';
};

/** Whether an invitation's expiry still means anything, or has just meant something. */
export const expires = ({ status }: Pick<Invitation, 'status'>): boolean =>
  status === 'pending' || status === 'expired';

export type InvitationDeed = 'resend' | 'revoke' | 'copy';

const openTo: Record<InvitationDeed, readonly Invitation['status'][]> = {
  resend: ['pending', 'expired'],
  revoke: ['pending'],
  copy: ['pending'],
};

export const invitationRefusal = (actor: Actor, invitation: Invitation, deed: InvitationDeed): string | undefined => {
  if (!governs(actor.role, invitation.role)) return onlyOwners('handle the invitation of an owner');
  if (openTo[deed].includes(invitation.status)) return undefined;
  return invitation.status === 'expired'
    ? 'This invitation has expired: resend it first'
    : `This invitation is ${invitation.status}`;
};
