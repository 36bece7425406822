import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../api/problem.ts';
import { richText } from '../languages/rich-text.tsx';
import type { Translate } from '../languages/translate.ts';
import { type FailureWords, failureWords } from './failure.logic.ts';

interface FailureAlertProps {
  failure: Failure;
  /** What the person was about to see or do, as a title; the failure's own words otherwise. */
  title?: string;
  onRetry?: () => void;
}

/** The failure's own words; its title is not repeated where it stands above already. */
const message = ({ title, detail }: FailureWords, heading: string, t: Translate): string => {
  if (detail === heading) return '';
  return title === heading || title === detail ? detail : t('components.failure.both', { title, detail });
};

/** Says what happened, offers another try, and names the request for whoever reads the log. */
export const FailureAlert = ({ failure, title, onRetry }: FailureAlertProps) => {
  const { t } = useTranslation();
  const words = failureWords(failure, t);
  const heading = title ?? words.title;
  const text = message(words, heading, t);
  return (
    <Alert color="red" role="alert" title={heading} icon={<IconAlertTriangle aria-hidden />}>
      <Stack gap="xs" align="flex-start">
        {text && <Text size="sm">{text}</Text>}
        {(onRetry || failure.requestId) && (
          <Group gap="md">
            {onRetry && (
              <Button size="xs" variant="default" onClick={onRetry}>
                {t('components.failure.retry')}
              </Button>
            )}
            {failure.requestId && (
              <Text size="xs">
                {richText({ id: <Code fz="xs">{failure.requestId}</Code> }, (marks) =>
                  t('components.failure.request', marks),
                )}
              </Text>
            )}
          </Group>
        )}
      </Stack>
    </Alert>
  );
};
