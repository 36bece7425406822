import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RemoteServer } from '#shared/contract/desktop-bridge.ts';
import { localBridge } from '../../api/desktop.ts';
import { notifyFailure } from '../../components/notify.tsx';

interface RenameRemoteDialogProps {
  remote: RemoteServer;
  onClose: () => void;
  onRenamed: () => Promise<void>;
}

export const RenameRemoteDialog = ({ remote, onClose, onRenamed }: RenameRemoteDialogProps) => {
  const { t } = useTranslation();
  const [name, setName] = useState(remote.name);
  const [isEmpty, setEmpty] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setEmpty(name.trim() === '');
    if (name.trim() === '') return;
    try {
      await localBridge()?.renameRemote({ id: remote.id, name });
      await onRenamed();
      onClose();
    } catch (error) {
      notifyFailure(t('desktop.servers.failed'), error);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={650}>{t('desktop.servers.renameDialog.title', { name: remote.name })}</Text>}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <TextInput
            label={t('desktop.servers.add.name')}
            value={name}
            maxLength={60}
            autoComplete="off"
            data-autofocus
            error={isEmpty && t('desktop.servers.renameDialog.empty')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group className="dialog-buttons">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit">{t('desktop.servers.renameDialog.action')}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
