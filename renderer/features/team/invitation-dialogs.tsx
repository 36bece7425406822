import { Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { ShareLink } from '../../components/share-link.tsx';
import type { Invitation } from './team.logic.ts';
import { useRefreshTeam } from './use-team.ts';

interface InvitationLinkDialogProps {
  target: { tenant_id: string; invitation_id: string };
  email: string;
  opened: boolean;
  onClose: () => void;
}

/** Creates a link to share in person. This invalidates the emailed one, so it says so. */
const InvitationLinkDialog = ({ target, email, opened, onClose }: InvitationLinkDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  return (
    <Modal opened={opened} onClose={onClose} title={<Text fw={600}>{t('team.link.title', { email })}</Text>}>
      <Stack>
        <Text size="sm">{t('team.link.text')}</Text>
        <ShareLink label={t('team.link.label')} create={() => client.team.copyInvitationLink.mutate(target)} />
      </Stack>
    </Modal>
  );
};

/** The dialogs that act on one invitation, shared by all rows of the list. */
export const useInvitationDialogs = (me: Me) => {
  const { t } = useTranslation();
  const refreshTeam = useRefreshTeam();
  const [invitation, setInvitation] = useState<Invitation>();
  const [copying, copy] = useDisclosure();
  const [revoking, revoke] = useDisclosure();
  const revocation = useMutation(useTRPC().team.revokeInvitation.mutationOptions());
  const about = (dialog: { open: () => void }) => (chosen: Invitation) => {
    setInvitation(chosen);
    dialog.open();
  };
  const email = invitation?.email ?? '';
  const target = { tenant_id: me.tenant_id, invitation_id: invitation?.invitation_id ?? '' };
  return {
    copy: about(copy),
    revoke: about(revoke),
    element: (
      <>
        <InvitationLinkDialog target={target} email={email} opened={copying} onClose={copy.close} />
        <ConfirmDialog
          opened={revoking}
          onClose={revoke.close}
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
    ),
  };
};
