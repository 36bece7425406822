import { List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { transferOwnership } from '#shared/contract/team/transfer-ownership.ts';
import { type Me, useTRPCClient } from '../../api/context.tsx';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import type { Member } from './team.logic.ts';
import { useRefreshTeam } from './use-team.ts';

interface TransferDialogProps {
  me: Me;
  member: Member;
  opened: boolean;
  onClose: () => void;
}

/** Hands the organization over, after asking for the password. */
export const TransferDialog = ({ me, member: { user_id, name }, opened, onClose }: TransferDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refreshTeam = useRefreshTeam();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('team.transfer.title', { name })}
      action={t('team.transfer.action')}
      color="red"
      operation={{
        schema: transferOwnership.input.pick({ password: true }),
        initialValues: { password: '' },
        fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password' },
        submit: async ({ password }) => {
          await client.team.transferOwnership.mutate({ tenant_id: me.tenant_id, user_id, password });
          notifyDone(t('team.transfer.done', { name }));
          onClose();
          await refreshTeam();
        },
      }}
    >
      {(form) => (
        <>
          <List size="sm" spacing="xs">
            <List.Item>{t('team.transfer.heir', { name })}</List.Item>
            <List.Item>{t('team.transfer.you')}</List.Item>
            <List.Item>{t('team.transfer.undo')}</List.Item>
          </List>
          <CurrentPasswordInput label={t('common.yourPassword')} data-autofocus {...form.getInputProps('password')} />
        </>
      )}
    </FormDialog>
  );
};
