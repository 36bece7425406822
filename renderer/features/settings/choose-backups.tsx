import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { backupPassphrase } from '#shared/contract/desktop-backups.ts';
import type { DesktopBridge } from '#shared/contract/desktop-bridge.ts';
import { OperationForm } from '../../components/operation-form.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';
import { PassphraseInput } from './passphrase-input.tsx';

/** Tells the person what comes of it. */
export type ChooseBackups = (chosen: Parameters<DesktopBridge['chooseBackups']>[0]) => Promise<void>;

interface ChooseBackupsFormProps {
  /** Where backups were made, until their passphrase couldn't be read. */
  folder: string | null;
  choose: ChooseBackups;
}

/** Schedules backups in the desktop app, where nobody sets variables. */
export const ChooseBackupsForm = ({ folder, choose }: ChooseBackupsFormProps) => {
  const { t } = useTranslation();
  const { form, ...state } = useOperationForm({
    schema: backupPassphrase,
    initialValues: { passphrase: '' },
    submit: ({ passphrase }) => choose({ passphrase, keepsFolder: folder !== null }),
  });
  return (
    <Stack>
      <Text size="sm">
        {folder === null ? t('settings.backups.notSetHere') : t('settings.backups.unreadable', { folder })}
      </Text>
      <OperationForm
        {...state}
        label={t('settings.backups.title')}
        action={t(folder === null ? 'settings.backups.choose' : 'settings.backups.turnOn')}
      >
        <PassphraseInput maw={420} {...form.getInputProps('passphrase')} />
      </OperationForm>
    </Stack>
  );
};
