import { Alert, PasswordInput, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { backupChoice } from '#shared/contract/desktop-backups.ts';
import type { DesktopBridge } from '#shared/contract/desktop-bridge.ts';
import { OperationForm } from '../../components/operation-form.tsx';
import { useOperationForm } from '../../components/use-operation-form.ts';

/** Schedules backups in the desktop app, where nobody sets variables. */
export const ChooseBackups = ({ bridge }: { bridge: Pick<DesktopBridge, 'chooseBackups'> }) => {
  const { t } = useTranslation();
  const [isUnwritable, setUnwritable] = useState(false);
  const [isRestarting, setRestarting] = useState(false);
  const { form, ...state } = useOperationForm({
    schema: backupChoice,
    initialValues: { passphrase: '' },
    submit: async (values) => {
      setUnwritable(false);
      const result = await bridge.chooseBackups(values);
      setUnwritable(result === 'unwritable');
      setRestarting(result === 'chosen');
    },
  });
  if (isRestarting) return <Text size="sm">{t('settings.backups.restarting')}</Text>;
  return (
    <Stack>
      <Text size="sm">{t('settings.backups.notSetHere')}</Text>
      <OperationForm {...state} label={t('settings.backups.title')} action={t('settings.backups.choose')}>
        <PasswordInput
          label={t('settings.backups.passphrase')}
          description={t('settings.backups.passphraseOf')}
          maw={420}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('passphrase')}
        />
        {isUnwritable && (
          <Alert color="red" role="alert" icon={<IconInfoCircle aria-hidden />}>
            {t('settings.backups.unwritable')}
          </Alert>
        )}
      </OperationForm>
    </Stack>
  );
};
