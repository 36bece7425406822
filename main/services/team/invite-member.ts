import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { presentInvitation } from '../presenters.ts';
import { createInvitation } from './create-invitation.ts';

/** Seed 000 §4 #12. */
export const inviteMember: Handler<typeof contract.team.inviteMember> = async (context, input, call) => {
  return call.transaction(async (tx, caller) => {
    const { invitation, emailHeld } = await createInvitation(context, tx, { caller, client: call.client }, input);
    return { ...presentInvitation(invitation, context.clock.now()), email_held: emailHeld };
  });
};
