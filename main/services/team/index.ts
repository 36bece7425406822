import type { Handlers } from '../handler.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { changeRole } from './change-role.ts';
import { changeRoles } from './change-roles.ts';
import { copyInvitationLink } from './copy-invitation-link.ts';
import { createMemberLink } from './create-member-link.ts';
import { disableMember } from './disable-member.ts';
import { enableMember } from './enable-member.ts';
import { getInvitation } from './get-invitation.ts';
import { getMember } from './get-member.ts';
import { getMemberAccess } from './get-member-access.ts';
import { inviteMember } from './invite-member.ts';
import { inviteMembers } from './invite-members.ts';
import { listAccessReview } from './list-access-review.ts';
import { listInvitations } from './list-invitations.ts';
import { listMemberWorkspaces } from './list-member-workspaces.ts';
import { listMembers } from './list-members.ts';
import { lookupInvitation } from './lookup-invitation.ts';
import { markEmailVerified } from './mark-email-verified.ts';
import { previewRemoval } from './preview-removal.ts';
import { removeMember } from './remove-member.ts';
import { removeMembers } from './remove-members.ts';
import { resendInvitation } from './resend-invitation.ts';
import { restoreMember } from './restore-member.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import { setGuest } from './set-guest.ts';
import { transferOwnership } from './transfer-ownership.ts';
import { unlockMember } from './unlock-member.ts';

/** The handlers of team, each under the name of its operation. */
export const team: Handlers['team'] = {
  disableMember,
  enableMember,
  markEmailVerified,

  acceptInvitation,
  changeRole,
  changeRoles,
  copyInvitationLink,
  createMemberLink,
  getInvitation,
  getMember,
  getMemberAccess,
  inviteMember,
  inviteMembers,
  listAccessReview,
  listInvitations,
  listMemberWorkspaces,
  listMembers,
  lookupInvitation,
  previewRemoval,
  removeMember,
  removeMembers,
  resendInvitation,
  restoreMember,
  revokeInvitation,
  setGuest,
  transferOwnership,
  unlockMember,
};
