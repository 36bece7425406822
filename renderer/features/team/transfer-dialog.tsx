import { Button, List, Modal, PasswordInput, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { contract } from '#shared/contract/index.ts';
import { useTRPCClient } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { notifyDone } from '../../components/notify.tsx';
import { OperationForm } from '../../components/operation-form.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import type { Member } from './team.logic.ts';
import { useRefreshTeam } from './use-refresh-team.ts';

interface TransferDialogProps {
  me: Me;
  member: Member;
  opened: boolean;
  onClose: () => void;
}

export const TransferDialog = (props: TransferDialogProps) => {
  const { t } = useTranslation();
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={<Text fw={650}>{t('team.transfer.title', { name: props.member.name })}</Text>}
    >
      <TransferForm {...props} />
    </Modal>
  );
};

const TransferForm = ({ me, member: { user_id, name }, onClose }: TransferDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refreshTeam = useRefreshTeam();
  const { form, ...state } = useOperationForm({
    schema: contract.team.transferOwnership.input.pick({ password: true }),
    initialValues: { password: '' },
    fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password' },
    submit: async ({ password }) => {
      await client.team.transferOwnership.mutate({ tenant_id: me.tenant_id, user_id, password });
      notifyDone(t('team.transfer.done', { name }));
      onClose();
      await refreshTeam();
    },
  });
  return (
    <OperationForm
      {...state}
      action={t('team.transfer.action')}
      color="red"
      beside={
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      }
    >
      <List size="sm" spacing="xs">
        <List.Item>{t('team.transfer.heir', { name })}</List.Item>
        <List.Item>{t('team.transfer.you')}</List.Item>
        <List.Item>{t('team.transfer.undo')}</List.Item>
      </List>
      <PasswordInput
        label={t('common.yourPassword')}
        autoComplete="current-password"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('password')}
      />
    </OperationForm>
  );
};
