import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../components/copy-field.tsx';

/** A signing secret, which is displayed only once. */
export const SecretShown = ({ secret, onClose }: { secret: string; onClose: () => void }) => {
  const { t } = useTranslation();
  return (
    <Stack>
      <Alert color="yellow" title={t('events.secret.title')} icon={<IconAlertTriangle aria-hidden />}>
        {t('events.secret.text')}
      </Alert>
      <CopyField label={t('events.secret.label')} value={secret} />
      <Group className="dialog-buttons">
        <Button onClick={onClose}>{t('events.secret.saved')}</Button>
      </Group>
    </Stack>
  );
};
