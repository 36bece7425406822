import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RemoteServer } from '#shared/contract/desktop-bridge.ts';
import { textLimits } from '#shared/rules/limits.ts';
import { localBridge } from '../../api/desktop.ts';
import { Dialog } from '../../components/dialog.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import { ColorChoice } from './color-choice.tsx';

interface EditRemoteDialogProps {
  remote: RemoteServer;
  onClose: () => void;
  onEdited: () => Promise<void>;
}

export const EditRemoteDialog = ({ remote, onClose, onEdited }: EditRemoteDialogProps) => {
  const { t } = useTranslation();
  const [name, setName] = useState(remote.name);
  const [color, setColor] = useState(remote.color);
  const [problem, setProblem] = useState<'empty' | 'nameTaken'>();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setProblem('empty');
    try {
      const isTaken = await localBridge()?.editRemote({ id: remote.id, name, color });
      if (isTaken) return setProblem('nameTaken');
      await onEdited();
      onClose();
    } catch (error) {
      notifyFailure(t('desktop.servers.failed'), error);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={<Text fw={600}>{t('desktop.servers.editDialog.title', { name: remote.name })}</Text>}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <TextInput
            label={t('desktop.servers.add.name')}
            value={name}
            maxLength={textLimits.remoteName}
            autoComplete="off"
            data-autofocus
            disabled={remote.isPreset}
            {...(remote.isPreset && { description: t('desktop.servers.preset') })}
            error={problem && t(`desktop.servers.problems.${problem}`)}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <ColorChoice color={color} onChange={setColor} />
          <Group className="dialog-buttons">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit">{t('desktop.servers.editDialog.action')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
