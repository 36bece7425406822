import { Button, List, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { deleteMe } from '#shared/contract/profile/delete-me.ts';
import { day, lifetimesMs } from '#shared/rules/limits.ts';
import { type Me, useSession, useTRPCClient } from '../../api/context.tsx';
import { useNow } from '../../components/clock.ts';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import { formatDate } from '../../components/dates.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { useDateStyle } from '../../components/preferences.tsx';
import { saveJson } from '../../components/save-file.ts';
import { richText } from '../../languages/rich-text.tsx';
import type { Translate } from '../../languages/translate.ts';

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

interface DeleteAccountDialogProps {
  me: Me;
  opened: boolean;
  onClose: () => void;
}

const schemaIn = (t: Translate) =>
  deleteMe.input.extend({ confirmation: z.literal('DELETE', t('profile.data.delete.typeIt')) });

const DeleteAccountDialog = ({ me, opened, onClose }: DeleteAccountDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const session = useSession();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('profile.data.delete.title')}
      action={t('profile.data.delete.action')}
      color="red"
      operation={{
        schema: schemaIn(t),
        initialValues: { confirmation: '', password: '' },
        fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password', CONFIRMATION_REQUIRED: 'confirmation' },
        submit: (values) =>
          session.leave(async () => {
            await client.profile.deleteMe.mutate(values);
          }, 'deleted'),
      }}
    >
      {(form) => (
        <>
          <Consequences email={me.email} />
          <TextInput
            label={t('errors.CONFIRMATION_REQUIRED')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            data-autofocus
            {...form.getInputProps('confirmation')}
          />
          <CurrentPasswordInput label={t('common.yourPassword')} {...form.getInputProps('password')} />
        </>
      )}
    </FormDialog>
  );
};

const Consequences = ({ email }: { email: string }) => {
  const { t } = useTranslation();
  const style = useDateStyle();
  const until = useNow() + lifetimesMs.deletionGrace;
  return (
    <List size="sm" spacing="xs">
      <List.Item>{t('profile.data.delete.signedOut')}</List.Item>
      <List.Item>
        {richText({ date: <strong className="unbroken">{formatDate(until, style)}</strong> }, (marks) =>
          t('profile.data.delete.when', { email, ...marks }),
        )}
      </List.Item>
      <List.Item>{t('profile.data.delete.restore')}</List.Item>
    </List>
  );
};
