import { IconLink, IconMailForward, IconMailOff } from '@tabler/icons-react';
import type { Actor, Command, CommandList } from '../../components/commands.ts';
import type { Translate } from '../../languages/translate.ts';
import { type Invitation, type InvitationAction, invitationDisabledReason } from './team.logic.ts';

const refusalOf = (action: InvitationAction) => (actor: Actor, invitation: Invitation, t: Translate) =>
  invitationDisabledReason(actor, invitation, action, t);

const list = [
  { name: 'resend', icon: IconMailForward, allow: 'team.manage', refusal: refusalOf('resend') },
  { name: 'copy', icon: IconLink, allow: 'team.manage', refusal: refusalOf('copy') },
  { name: 'revoke', icon: IconMailOff, allow: 'team.manage', isRed: true, refusal: refusalOf('revoke') },
] as const satisfies readonly Command<Invitation, InvitationAction>[];

/** What can be done with an invitation. */
export const invitationCommands: CommandList<Invitation, InvitationAction> = {
  list,
  label: (name, t) => t(`commands.invitations.${name}.label`),
  words: (name, t) => t(`commands.invitations.${name}.words`),
};
