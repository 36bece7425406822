import { Badge, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../api/context.tsx';
import { Breakable } from '../../components/breakable.tsx';
import { CommandItems } from '../../components/command-items.tsx';
import { offersFor } from '../../components/commands.ts';
import { MoreMenu } from '../../components/more-menu.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import { SelectRowBox } from '../../components/select-boxes.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { GuestBadge } from './guest-badge.tsx';
import { invitationCommands } from './invitation-commands.ts';
import { useSendsEmail } from './invitation-links.tsx';
import { useResend } from './invitation-task.tsx';
import { expires, type Invitation, type InvitationAction } from './team.logic.ts';

interface InvitationRowProps {
  me: Me;
  invitation: Invitation;
  selected: boolean;
  onSelect: (selected: boolean, isRange: boolean) => void;
  onStart: (name: InvitationAction, invitations: readonly Invitation[]) => void;
}

export const InvitationRow = ({ me, invitation, selected, onSelect, onStart }: InvitationRowProps) => {
  const { t } = useTranslation();
  const sendsEmail = useSendsEmail(me);
  const { email } = invitation;
  const resend = useResend(me, () => onStart('copy', [invitation]));
  const start = (name: InvitationAction) => {
    // Harmless, so the menu of the row doesn't ask.
    if (name !== 'resend') return onStart(name, [invitation]);
    resend(invitation).catch((error: unknown) => notifyFailure(t('team.invitations.notResent'), error));
  };

  const offers = offersFor(invitationCommands, me, invitation, t).map((offer) =>
    // Without email, there is nothing to send.
    offer.name === 'resend' && !sendsEmail ? { ...offer, label: t('team.invitations.renew') } : offer,
  );

  const status = (
    <>
      <InvitationStatus status={invitation.status} />
      {sendsEmail && invitation.email_held && (
        <Text size="xs" c="dimmed">
          {t('team.invitations.held', { name: invitation.invited_by })}
        </Text>
      )}
    </>
  );
  return (
    <Table.Tr {...(selected && { bg: 'var(--castellan-nav-active)' })}>
      <Table.Td pe={0}>
        <SelectRowBox label={t('team.invitations.bulk.one', { email })} checked={selected} onSelect={onSelect} />
      </Table.Td>
      <Table.Td>
        <Text size="sm" fw={600} className="break-anywhere">
          <Breakable text={email} /> <GuestBadge guest={invitation.guest} />
        </Text>
        <Text component="div" size="xs" c="dimmed" hiddenFrom="sm">
          {t(`team.roles.${invitation.role}`)} · {status}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{t(`team.roles.${invitation.role}`)}</Table.Td>
      <Table.Td visibleFrom="sm">{status}</Table.Td>
      <Table.Td visibleFrom="md">
        <Timestamp value={invitation.created_at} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {expires(invitation) ? <Timestamp value={invitation.expires_at} show="deadline" /> : '–'}
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm">{invitation.invited_by}</Text>
      </Table.Td>
      <Table.Td>
        <MoreMenu name={email}>
          <CommandItems offers={offers} onStart={start} />
        </MoreMenu>
      </Table.Td>
    </Table.Tr>
  );
};

const colors: Partial<Record<Invitation['status'], string>> = {
  revoked: 'gray',
  expired: 'red',
};

/** Only what went wrong stands out. */
const InvitationStatus = ({ status }: { status: Invitation['status'] }) => {
  const { t } = useTranslation();
  const text = t(`team.states.${status}`);
  const color = colors[status];
  return color ? (
    <Badge color={color}>{text}</Badge>
  ) : (
    <Text span className="row-state">
      {text}
    </Text>
  );
};
