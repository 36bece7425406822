import { ActionIcon, Menu, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconLink, IconMailForward, IconMailOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Reasoned } from '../../components/reasoned.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { InvitationLinkDialog } from './invitation-link-dialog.tsx';
import { InvitationStatus } from './invitation-status.tsx';
import { expires, type Invitation, invitationRefusal, roleLabels } from './team.rules.ts';
import { useRefreshTeam } from './use-refresh-team.ts';

export const InvitationRow = ({ me, invitation }: { me: Me; invitation: Invitation }) => {
  const trpc = useTRPC();
  const refreshTeam = useRefreshTeam();
  const [copying, copy] = useDisclosure();
  const [revoking, revoke] = useDisclosure();
  const target = { tenant_id: me.tenant_id, invitation_id: invitation.invitation_id };
  const resend = useMutation(
    trpc.team.resendInvitation.mutationOptions({
      onSuccess: async () => {
        notifyDone(`A new invitation to ${invitation.email} is sent; older links are void.`);
        await refreshTeam();
      },
      onError: (error) => notifyFailure('The invitation was not resent', error),
    }),
  );
  const revocation = useMutation(trpc.team.revokeInvitation.mutationOptions());

  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={500} className="break-anywhere">
          {invitation.email}
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {roleLabels[invitation.role]}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{roleLabels[invitation.role]}</Table.Td>
      <Table.Td>
        <InvitationStatus status={invitation.status} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{expires(invitation) ? <Timestamp value={invitation.expires_at} /> : '–'}</Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm">{invitation.invited_by}</Text>
        <Text size="xs" c="dimmed">
          <Timestamp value={invitation.created_at} show="relative" />
        </Text>
      </Table.Td>
      <Table.Td>
        <Menu>
          <Menu.Target>
            <ActionIcon aria-label={`Actions for the invitation of ${invitation.email}`}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Reasoned reason={invitationRefusal(me, invitation, 'resend')}>
              <Menu.Item leftSection={<IconMailForward size={16} aria-hidden />} onClick={() => resend.mutate(target)}>
                Resend
              </Menu.Item>
            </Reasoned>
            <Reasoned reason={invitationRefusal(me, invitation, 'copy')}>
              <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={copy.open}>
                Copy link
              </Menu.Item>
            </Reasoned>
            <Reasoned reason={invitationRefusal(me, invitation, 'revoke')}>
              <Menu.Item color="red" leftSection={<IconMailOff size={16} aria-hidden />} onClick={revoke.open}>
                Revoke
              </Menu.Item>
            </Reasoned>
          </Menu.Dropdown>
        </Menu>
        <InvitationLinkDialog target={target} email={invitation.email} opened={copying} onClose={copy.close} />
        <ConfirmDialog
          opened={revoking}
          onClose={revoke.close}
          title={`Revoke the invitation of ${invitation.email}?`}
          consequences={['Its link stops working at once.', 'They can be invited again later.']}
          action="Revoke invitation"
          onConfirm={async () => {
            await revocation.mutateAsync(target);
            notifyDone('The invitation is revoked.');
            await refreshTeam();
          }}
        />
      </Table.Td>
    </Table.Tr>
  );
};
