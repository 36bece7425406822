import { z } from 'zod';
import { emailVerifiers } from '../../rules/email-verifiers.ts';
import { email, id, role, timestamp, workspaceRole } from '../fields.ts';
import { outcome } from '../outcome.ts';

/** DECISION 0006, DECISION 0092: the seed shows no member status other than `active`. */
export const memberStatuses = ['active', 'disabled', 'pending_deletion', 'removed'] as const;

/** Team member, seed 000 §2. */
export const member = z
  .strictObject({
    user_id: id,
    name: z.string(),
    email,
    role,
    guest: z
      .boolean()
      .optional()
      .meta({ description: 'True for a guest, who finds no other person; otherwise absent' }),
    status: z.enum(memberStatuses),
    last_login: timestamp,
  })
  .meta({ id: 'Member' });

/** What is shown of a member as it is stored. Each is a column of `users` with the same name (DECISION 0267). */
export const memberColumns = z.object({
  email_verified_by: z.enum(emailVerifiers).nullable().meta({
    description:
      'Who says that the address belongs to them: only `mailbox` proves it. `owner` is anyone who may manage them',
  }),
  disabled_by: z.enum(['admin', 'operator']).nullable().describe("Who disabled the account; null if it isn't disabled"),
});

/** A member with what the console shows besides the list. */
export const memberDetails = member
  .extend({ email_verified: z.boolean(), created_at: timestamp, ...memberColumns.shape })
  .meta({ id: 'MemberDetails' });

/** DECISION 0006: the seed shows no invitation status other than `pending`. */
export const invitationStatuses = ['pending', 'accepted', 'revoked', 'expired'] as const;

/** Invitation, seed 000 §2. */
export const invitation = z
  .strictObject({ invitation_id: id, email, status: z.enum(invitationStatuses), expires_at: timestamp })
  .meta({ id: 'Invitation' });

const emailHeld = z.boolean().meta({
  description:
    'Whether its email waits until the person who invited has verified their own address through its mailbox',
});

/** An invitation, with what becomes of its email. */
export const sentInvitation = invitation.extend({ email_held: emailHeld }).meta({ id: 'SentInvitation' });

/** An invitation as its tenant's admins see it. */
export const listedInvitation = sentInvitation
  .extend({
    role,
    guest: z.boolean(),
    workspace_role: workspaceRole,
    workspaces: z.array(id),
    invited_by: z.string(),
    created_at: timestamp,
  })
  .meta({ id: 'ListedInvitation' });

/**
 * Result for one item of a bulk operation. If not `ok`, the code and message that the single operation would return.
 */
export const memberOutcome = z.strictObject({ user_id: id, ...outcome }).meta({ id: 'MemberOutcome' });

export const invitationOutcome = z
  .strictObject({
    email: z.string().meta({ description: 'As sent; addresses in lower case' }),
    invitation_id: id.optional().meta({ description: 'The invitation that was created' }),
    email_held: emailHeld.optional(),
    ...outcome,
  })
  .meta({ id: 'InvitationOutcome' });
