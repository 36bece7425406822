import { Button, List, Modal, PasswordInput, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { contract } from '#shared/contract/index.ts';
import { lifetimesMs } from '#shared/limits.ts';
import { useSession, useTRPCClient } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { useDateStyle } from '../../components/date-style.tsx';
import { formatDate } from '../../components/dates.ts';
import { OperationForm } from '../../components/operation-form.tsx';
import { useNow } from '../../components/use-now.ts';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { richText } from '../../languages/rich-text.tsx';
import type { Translate } from '../../languages/translate.ts';

interface DeleteAccountDialogProps {
  me: Me;
  opened: boolean;
  onClose: () => void;
}

export const DeleteAccountDialog = ({ me, opened, onClose }: DeleteAccountDialogProps) => {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={<Text fw={650}>{t('profile.data.delete.title')}</Text>}>
      <DeleteForm me={me} onClose={onClose} />
    </Modal>
  );
};

const schemaIn = (t: Translate) =>
  contract.profile.deleteMe.input.extend({ confirmation: z.literal('DELETE', t('profile.data.delete.typeIt')) });

const DeleteForm = ({ me, onClose }: { me: Me; onClose: () => void }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const session = useSession();
  const style = useDateStyle();
  const until = useNow() + lifetimesMs.deletionGrace;
  const { form, ...state } = useOperationForm({
    schema: schemaIn(t),
    initialValues: { confirmation: '', password: '' },
    fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password', CONFIRMATION_REQUIRED: 'confirmation' },
    submit: async (values) => {
      await client.profile.deleteMe.mutate(values);
      session.end('deleted');
    },
  });
  return (
    <OperationForm
      {...state}
      action={t('profile.data.delete.action')}
      color="red"
      beside={
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      }
    >
      <List size="sm" spacing="xs">
        <List.Item>{t('profile.data.delete.signedOut')}</List.Item>
        <List.Item>
          {richText({ date: <strong>{formatDate(until, style)}</strong> }, (marks) =>
            t('profile.data.delete.when', { email: me.email, ...marks }),
          )}
        </List.Item>
        <List.Item>{t('profile.data.delete.restore')}</List.Item>
      </List>
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
    </OperationForm>
  );
};
