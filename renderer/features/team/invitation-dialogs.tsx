import { Button, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { CopyField } from '../../components/copy-field.tsx';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import type { Invitation } from './team.logic.ts';
import { useRefreshTeam } from './use-team.ts';

interface InvitationLinkDialogProps {
  target: { tenant_id: string; invitation_id: string };
  email: string;
  opened: boolean;
  onClose: () => void;
}

/** Creates a link to share in person. This invalidates the emailed one, so it says so first. */
const InvitationLinkDialog = ({ target, email, opened, onClose }: InvitationLinkDialogProps) => {
  const { t } = useTranslation();
  const link = useMutation(useTRPC().team.copyInvitationLink.mutationOptions());
  const close = () => {
    link.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={<Text fw={650}>{t('team.link.title', { email })}</Text>}>
      <Stack>
        {link.data ? (
          <>
            <CopyField label={t('team.link.label')} value={link.data.url} />
            <Text size="sm" c="dimmed">
              {richText({ until: <Timestamp value={link.data.expires_at} show="absolute" /> }, (marks) =>
                t('team.link.until', marks),
              )}
            </Text>
          </>
        ) : (
          <>
            <Text size="sm">{t('team.link.text')}</Text>
            {link.error && <FailureAlert failure={failureOf(link.error)} />}
            <Button loading={link.isPending} onClick={() => link.mutate(target)} data-autofocus>
              {t('team.link.make')}
            </Button>
          </>
        )}
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
