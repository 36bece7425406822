import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { backupPassphrase } from '#shared/contract/desktop-backups.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import type { ChooseBackups } from './choose-backups.tsx';
import { PassphraseInput } from './passphrase-input.tsx';

interface ChangeBackupsProps {
  folder: string;
  choose: ChooseBackups;
  stop: () => Promise<void>;
}

/** Changes what was chosen for backups in the desktop app. */
export const ChangeBackups = ({ folder, choose, stop }: ChangeBackupsProps) => {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'passphrase' | 'stop'>();
  const close = () => setDialog(undefined);
  return (
    <Group>
      <Button size="xs" variant="default" onClick={() => void choose({ keepsFolder: false })}>
        {t('settings.backups.changeFolder')}
      </Button>
      <Button size="xs" variant="default" onClick={() => setDialog('passphrase')}>
        {t('settings.backups.changePassphrase')}
      </Button>
      <Button size="xs" variant="default" onClick={() => setDialog('stop')}>
        {t('settings.backups.turnOff')}
      </Button>
      <FormDialog
        opened={dialog === 'passphrase'}
        onClose={close}
        title={t('settings.backups.passphraseDialog.title')}
        action={t('settings.backups.changePassphrase')}
        operation={{
          schema: backupPassphrase,
          initialValues: { passphrase: '' },
          submit: async ({ passphrase }) => {
            await choose({ passphrase, keepsFolder: true });
            close();
          },
        }}
      >
        {(form) => (
          <>
            <Text size="sm">{t('settings.backups.passphraseDialog.text')}</Text>
            <PassphraseInput data-autofocus {...form.getInputProps('passphrase')} />
          </>
        )}
      </FormDialog>
      <ConfirmDialog
        opened={dialog === 'stop'}
        onClose={close}
        title={t('settings.backups.turnOffDialog.title')}
        consequences={[
          t('settings.backups.turnOffDialog.kept', { folder }),
          t('settings.backups.turnOffDialog.restart'),
        ]}
        isReversible
        action={t('settings.backups.turnOff')}
        onConfirm={stop}
      />
    </Group>
  );
};
