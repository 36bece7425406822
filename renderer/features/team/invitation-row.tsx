import { Badge, Menu, Table, Text } from '@mantine/core';
import { IconLink, IconMailForward, IconMailOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { Breakable } from '../../components/breakable.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useSendsEmail } from './invitation-links.tsx';
import { RowMenu } from './row-menu.tsx';
import { expires, type Invitation, invitationDisabledReason } from './team.logic.ts';
import { useRefreshTeam } from './use-team.ts';

interface InvitationRowProps {
  me: Me;
  invitation: Invitation;
  onCopy: (invitation: Invitation) => void;
  onRevoke: (invitation: Invitation) => void;
}

export const InvitationRow = ({ me, invitation, onCopy, onRevoke }: InvitationRowProps) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const refreshTeam = useRefreshTeam();
  const sendsEmail = useSendsEmail(me);
  const { email } = invitation;
  const target = { tenant_id: me.tenant_id, invitation_id: invitation.invitation_id };
  const resend = useMutation(
    trpc.team.resendInvitation.mutationOptions({
      onSuccess: async ({ email_held }) => {
        notifyDone(t('team.invitations.resent', { email }));
        if (!sendsEmail || email_held) onCopy(invitation);
        await refreshTeam();
      },
      onError: (error) => notifyFailure(t('team.invitations.notResent'), error),
    }),
  );

  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600} className="break-anywhere">
          <Breakable text={email} />
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {t(`team.roles.${invitation.role}`)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{t(`team.roles.${invitation.role}`)}</Table.Td>
      <Table.Td>
        <InvitationStatus status={invitation.status} />
        {sendsEmail && invitation.email_held && (
          <Text size="xs" c="dimmed">
            {t('team.invitations.held', { name: invitation.invited_by })}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Timestamp value={invitation.created_at} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{expires(invitation) ? <Timestamp value={invitation.expires_at} /> : '–'}</Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm">{invitation.invited_by}</Text>
      </Table.Td>
      <Table.Td>
        <RowMenu label={t('team.invitations.actionsFor', { email })}>
          <DisabledWithReason reason={invitationDisabledReason(me, invitation, 'resend', t)}>
            <Menu.Item leftSection={<IconMailForward size={16} aria-hidden />} onClick={() => resend.mutate(target)}>
              {t(sendsEmail ? 'team.invitations.resend' : 'team.invitations.renew')}
            </Menu.Item>
          </DisabledWithReason>
          <DisabledWithReason reason={invitationDisabledReason(me, invitation, 'copy', t)}>
            <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => onCopy(invitation)}>
              {t('team.invitations.copy')}
            </Menu.Item>
          </DisabledWithReason>
          <DisabledWithReason reason={invitationDisabledReason(me, invitation, 'revoke', t)}>
            <Menu.Item
              color="red"
              leftSection={<IconMailOff size={16} aria-hidden />}
              onClick={() => onRevoke(invitation)}
            >
              {t('team.invitations.revoke')}
            </Menu.Item>
          </DisabledWithReason>
        </RowMenu>
      </Table.Td>
    </Table.Tr>
  );
};

const colors: Record<Invitation['status'], string> = {
  pending: 'yellow',
  accepted: 'verdigris',
  revoked: 'gray',
  expired: 'red',
};

const InvitationStatus = ({ status }: { status: Invitation['status'] }) => {
  const { t } = useTranslation();
  return <Badge color={colors[status]}>{t(`team.states.${status}`)}</Badge>;
};
