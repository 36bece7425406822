import { Button, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';

interface InvitationLinkDialogProps {
  target: { tenant_id: string; invitation_id: string };
  email: string;
  opened: boolean;
  onClose: () => void;
}

/** Creates a link to share in person. This invalidates the emailed one, so it says so first. */
export const InvitationLinkDialog = ({ target, email, opened, onClose }: InvitationLinkDialogProps) => {
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
