import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { BulkProgress as State } from './use-bulk.ts';

/** Progress of a bulk operation, with a button to stop it. */
export const BulkProgress = ({ progress, onStop }: { progress: State; onStop: () => void }) => {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {t('team.bulk.progress', { ...progress })}
      </Text>
      <Progress.Root size="lg">
        <Progress.Section
          value={(100 * progress.done) / progress.total}
          aria-label={t('team.bulk.progressLabel')}
          animated
        />
      </Progress.Root>
      <Group justify="flex-end">
        <Button variant="default" onClick={onStop}>
          {t('team.bulk.stop')}
        </Button>
      </Group>
    </Stack>
  );
};
