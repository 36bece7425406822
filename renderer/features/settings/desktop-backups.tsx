import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DesktopBridge } from '#shared/contract/desktop-bridge.ts';
import { notifyFailure } from '../../components/notify.tsx';
import { ChangeBackups } from './change-backups.tsx';
import { type ChooseBackups, ChooseBackupsForm } from './choose-backups.tsx';

interface DesktopBackupsProps {
  bridge: Pick<DesktopBridge, 'chosenBackups' | 'chooseBackups' | 'stopBackups'>;
  isPlanned: boolean;
}

/** Chooses the backups of the desktop app, changes what was chosen, or turns them off. Each change restarts the app. */
export const DesktopBackups = ({ bridge, isPlanned }: DesktopBackupsProps) => {
  const { t } = useTranslation();
  const { data: chosen } = useQuery({ queryKey: ['chosenBackups'], queryFn: () => bridge.chosenBackups() });
  const [isUnwritable, setUnwritable] = useState(false);
  const [isRestarting, setRestarting] = useState(false);
  if (!chosen) return null;
  if (isRestarting) return <Text size="sm">{t('settings.backups.restarting')}</Text>;
  const choose: ChooseBackups = async (wanted) => {
    setUnwritable(false);
    try {
      const result = await bridge.chooseBackups(wanted);
      setUnwritable(result === 'unwritable');
      setRestarting(result === 'chosen');
    } catch (error) {
      notifyFailure(t('settings.backups.notSaved'), error);
    }
  };
  const stop = async () => {
    await bridge.stopBackups();
    setRestarting(true);
  };
  const { folder, isInEffect } = chosen;
  return (
    <Stack>
      {!isPlanned && <ChooseBackupsForm folder={folder} choose={choose} />}
      {isPlanned && isInEffect && folder !== null && <ChangeBackups folder={folder} choose={choose} stop={stop} />}
      {isUnwritable && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {t('settings.backups.unwritable')}
        </Alert>
      )}
    </Stack>
  );
};
