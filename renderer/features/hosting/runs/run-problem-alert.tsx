import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Timestamp } from '../../../components/timestamp.tsx';
import { richText } from '../../../languages/rich-text.tsx';
import { problemWords, type RunProblem } from './runs.logic.ts';

/** Why a run is stuck, with the provider's own message, and what to do. */
export const RunProblemAlert = ({ problem }: { problem: RunProblem }) => {
  const { t } = useTranslation();
  const { title, advice } = problemWords(problem, t);
  return (
    <Alert color="orange" role="alert" title={title} icon={<IconAlertTriangle aria-hidden />}>
      <Stack gap={4}>
        {problem.message !== null && (
          <Text size="sm" className="break-anywhere">
            {t('hosting.problem.said', { message: problem.message })}
          </Text>
        )}
        <Text size="sm">{advice}</Text>
        <Text size="xs" c="dimmed" component="div">
          {richText({ when: <Timestamp value={problem.at} show="relative" /> }, (marks) =>
            t('hosting.problem.at', marks),
          )}
        </Text>
      </Stack>
    </Alert>
  );
};
