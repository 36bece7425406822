import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { day, lifetimesMs } from '#shared/limits.ts';
import { type Me, useTRPCClient } from '../../api/context.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { saveJson } from '../../components/save-file.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';

export const DataTab = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const [deleting, deletion] = useDisclosure();
  const download = useMutation({
    mutationFn: () => client.profile.exportMe.query(),
    onSuccess: (data) => {
      saveJson(`castellan-export-${data.exported_at.slice(0, 10)}.json`, data);
      notifyDone(t('profile.data.export.done'));
    },
    onError: (error) => notifyFailure(t('profile.data.export.failed'), error),
  });
  return (
    <Stack gap="lg">
      <Section title={t('profile.data.export.action')} lead={t('profile.data.export.lead')}>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('profile.data.export.action')}
        </Button>
      </Section>
      <Section title={t('profile.data.delete.action')}>
        <Stack align="flex-start">
          <Text size="sm">{t('profile.data.delete.text', { count: lifetimesMs.deletionGrace / day })}</Text>
          <Button
            color="red"
            variant="outline"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={deletion.open}
          >
            {t('profile.data.delete.action')}
          </Button>
        </Stack>
      </Section>
      <DeleteAccountDialog me={me} opened={deleting} onClose={deletion.close} />
    </Stack>
  );
};
