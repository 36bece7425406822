import { List, PasswordInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs } from '#shared/limits.ts';
import { type Me, useSession, useTRPCClient } from '../../api/context.tsx';
import { useNow } from '../../components/clock.ts';
import { formatDate } from '../../components/dates.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useDateStyle } from '../../components/preferences.tsx';
import { richText } from '../../languages/rich-text.tsx';
import type { Translate } from '../../languages/translate.ts';

interface DeleteAccountDialogProps {
  me: Me;
  opened: boolean;
  onClose: () => void;
}

const schemaIn = (t: Translate) =>
  contract.profile.deleteMe.input.extend({ confirmation: z.literal('DELETE', t('profile.data.delete.typeIt')) });

export const DeleteAccountDialog = ({ me, opened, onClose }: DeleteAccountDialogProps) => {
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
        submit: async (values) => {
          await client.profile.deleteMe.mutate(values);
          session.end('deleted');
        },
      }}
    >
      {(form) => (
        <>
          <Consequences email={me.email} />
          <TextInput
            label={t('profile.data.delete.confirm')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            data-autofocus
            {...form.getInputProps('confirmation')}
          />
          <PasswordInput
            label={t('common.yourPassword')}
            autoComplete="current-password"
            spellCheck={false}
            {...form.getInputProps('password')}
          />
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
        {richText({ date: <strong>{formatDate(until, style)}</strong> }, (marks) =>
          t('profile.data.delete.when', { email, ...marks }),
        )}
      </List.Item>
      <List.Item>{t('profile.data.delete.restore')}</List.Item>
    </List>
  );
};
