import { Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useMe, useTRPC, useTRPCClient } from '../../api/context.tsx';
import type { TaskProps } from '../../components/commands.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { ShareLink } from '../../components/share-link.tsx';
import { useSendsEmail } from './invitation-links.tsx';
import type { Invitation, InvitationAction } from './team.logic.ts';
import { useRefreshTeam } from './use-team.ts';

/** Makes an invitation's link anew, and emails it if that is possible. Otherwise it has to be passed on. */
export const useResend = (me: Me, onPassOn: (invitation: Invitation) => void) => {
  const { t } = useTranslation();
  const refreshTeam = useRefreshTeam();
  const sendsEmail = useSendsEmail(me);
  const resend = useMutation(useTRPC().team.resendInvitation.mutationOptions());
  return async (invitation: Invitation): Promise<void> => {
    const { email, invitation_id } = invitation;
    const { email_held } = await resend.mutateAsync({ tenant_id: me.tenant_id, invitation_id });
    notifyDone(t('team.invitations.resent', { email }));
    if (!sendsEmail || email_held) onPassOn(invitation);
    await refreshTeam();
  };
};

/** The dialog of a command for an invitation, from wherever it was chosen. */
export const InvitationTask = ({ name, targets, opened, onClose }: TaskProps<Invitation, InvitationAction>) => {
  const { t } = useTranslation();
  const me = useMe();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const refreshTeam = useRefreshTeam();
  const sendsEmail = useSendsEmail(me);
  const revocation = useMutation(trpc.team.revokeInvitation.mutationOptions());
  // What was resent without an email can only be passed on as a link.
  const [passedOn, setPassedOn] = useState<Invitation>();
  const resend = useResend(me, setPassedOn);
  const [invitation] = targets;
  if (!invitation) return null;
  const { email, invitation_id } = invitation;
  const target = { tenant_id: me.tenant_id, invitation_id };
  return (
    <>
      <ConfirmDialog
        opened={opened && name === 'resend'}
        onClose={onClose}
        isReversible
        title={t('team.invitations.resendTitle', { email })}
        consequences={[t('team.invitations.resendText')]}
        action={t(sendsEmail ? 'team.invitations.resend' : 'team.invitations.renew')}
        onConfirm={() => resend(invitation)}
      />
      <Dialog
        opened={(opened && name === 'copy') || passedOn === invitation}
        onClose={() => {
          setPassedOn(undefined);
          onClose();
        }}
        title={<Text fw={600}>{t('team.link.title', { email })}</Text>}
      >
        <Stack>
          <Text size="sm">{t('team.link.text')}</Text>
          {/* Creates a link to share in person. This invalidates the emailed one, so it says so. */}
          <ShareLink label={t('team.link.label')} create={() => client.team.copyInvitationLink.mutate(target)} />
        </Stack>
      </Dialog>
      <ConfirmDialog
        opened={opened && name === 'revoke'}
        onClose={onClose}
        title={t('team.revocation.title', { email })}
        consequences={[t('team.revocation.link'), t('team.revocation.again')]}
        action={t('team.revocation.action')}
        onConfirm={async () => {
          await revocation.mutateAsync(target);
          notifyDone(t('team.revocation.done'));
          await refreshTeam();
        }}
      />
    </>
  );
};
