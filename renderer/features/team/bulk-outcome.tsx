import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/problem.ts';
import { FailureAlert } from '../../components/failure-alert.tsx';
import type { Refused } from './bulk.logic.ts';
import { RefusedList } from './refused-list.tsx';

/** The failures of a bulk operation. */
export interface BulkOutcome {
  refused: readonly Refused[];
  untried: number;
  /** The error that aborted it, or undefined. */
  error: unknown;
}

interface BulkOutcomeViewProps {
  /** Heading above the refused items. */
  title: string;
  outcome: BulkOutcome;
  onClose: () => void;
}

/** Who was refused and why, how many were not tried, and what aborted the operation. */
export const BulkOutcomeView = ({ title, outcome: { refused, untried, error }, onClose }: BulkOutcomeViewProps) => {
  const { t } = useTranslation();
  return (
    <Stack>
      {error !== undefined && <FailureAlert failure={failureOf(error)} />}
      {untried > 0 && <Text size="sm">{t('team.bulk.untried', { count: untried })}</Text>}
      <RefusedList title={title} refused={refused} live />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </Stack>
  );
};
