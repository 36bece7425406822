import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { parts, reloadPage, resumeAfterReload } from '../parts/page.ts';
import { notifyDone } from './notify.tsx';

const id = 'parts';

/** Looks for another version whenever the server may have been replaced: the network is back, or the person. */
const useChecks = (): void => {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void parts.check();
    };
    window.addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('online', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
};

/**
 * Says that a part of the console waits for the network, that the server has another version, and that the page is of that
 * version now.
 */
export const PartsNotice = () => {
  const { t } = useTranslation();
  const state = useSyncExternalStore(parts.subscribe, parts.state);
  useChecks();

  useEffect(() => {
    if (resumeAfterReload()) notifyDone(t('components.parts.done'));
  }, [t]);

  useEffect(() => {
    if (state === 'fine') {
      notifications.hide(id);
      return;
    }
    const isWaiting = state === 'waiting';
    const shown = {
      id,
      title: isWaiting ? t('components.parts.waiting.title') : t('components.parts.updated.title'),
      message: isWaiting ? <Text size="sm">{t('components.parts.waiting.text')}</Text> : <Updated />,
      icon: isWaiting ? <IconWifiOff size={18} aria-hidden /> : <IconRefresh size={18} aria-hidden />,
      autoClose: false as const,
      role: 'status',
    };
    // One that is shown changes only when it is updated.
    notifications.hide(id);
    notifications.show(shown);
  }, [state, t]);
  return null;
};

const Updated = () => {
  const { t } = useTranslation();
  return (
    <Group gap="xs" justify="space-between">
      <Text size="sm">{t('components.parts.updated.text')}</Text>
      <Button size="compact-sm" variant="default" onClick={reloadPage}>
        {t('components.parts.updated.action')}
      </Button>
    </Group>
  );
};
