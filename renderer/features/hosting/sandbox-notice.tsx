import { Alert, Text } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Connection } from './servers/servers.logic.ts';

/** Shown on every hosting screen while the data is from the sandbox. */
export const SandboxNotice = ({ connection }: { connection: Connection | undefined }) => {
  const { t } = useTranslation();
  if (connection?.mode !== 'sandbox') return null;
  return (
    <Alert color="yellow" py="xs" icon={<IconFlask aria-hidden />} aria-label={t('hosting.sandbox.title')}>
      <Text component="span" size="sm" fw={650}>
        {t('hosting.sandbox.title')}
      </Text>
      {' · '}
      {t('hosting.sandbox.text')}
    </Alert>
  );
};
