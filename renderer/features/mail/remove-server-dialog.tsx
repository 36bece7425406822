import { PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTRPC, useTRPCClient } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';

export const RemoveServerDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [password, setPassword] = useState('');
  const close = () => {
    setPassword('');
    onClose();
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={t('mail.server.remove.title')}
      consequences={[t('mail.server.remove.kept'), t('mail.server.remove.forgotten')]}
      action={t('mail.server.remove.action')}
      onConfirm={async () => {
        const settings = await client.settings.deleteMailSettings.mutate({ password });
        notifyDone(t('mail.server.remove.done'));
        queryClient.setQueryData(trpc.settings.getMailSettings.queryKey(), settings);
        await queryClient.invalidateQueries(trpc.mail.pathFilter());
      }}
    >
      <PasswordInput
        label={t('common.yourPassword')}
        autoComplete="current-password"
        spellCheck={false}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
};
