import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../api/problem.ts';
import { richText } from '../languages/rich-text.tsx';
import type { Translate } from '../languages/translate.ts';
import { type FailureText, failureText, reportableRequestId } from './failure.logic.ts';

interface FailureAlertProps {
  failure: Failure;
  /** Title: what the user was trying to see or do. Defaults to the failure's own title. */
  title?: string;
  onRetry?: () => void;
}

/** The failure's own text, without repeating a title that is already shown above it. */
const message = ({ title, detail }: FailureText, heading: string, t: Translate): string => {
  if (detail === heading) return '';
  return title === heading || title === detail ? detail : t('components.failure.both', { title, detail });
};

/**
 * Says what happened, offers a retry, and shows the request id if only the log has the cause. Shows nothing to users who
 * canceled a confirmation: they know, and what they entered is still there.
 */
export const FailureAlert = ({ failure, title, onRetry }: FailureAlertProps) => {
  const { t } = useTranslation();
  if (failure.kind === 'unconfirmed') return null;
  const failureTexts = failureText(failure, t);
  const heading = title ?? failureTexts.title;
  const requestId = reportableRequestId(failure);
  const text = message(failureTexts, heading, t);
  const hasFoot = onRetry !== undefined || requestId !== undefined;
  return (
    <Alert color="red" role="alert" title={heading} icon={<IconAlertTriangle aria-hidden />}>
      {/* Without any of it, a title alone has one line. */}
      {(text || hasFoot) && (
        <Stack gap="xs" align="flex-start">
          {text && <Text size="sm">{text}</Text>}
          {hasFoot && (
            <Group gap="md">
              {onRetry && (
                <Button size="xs" variant="default" onClick={onRetry}>
                  {t('components.failure.retry')}
                </Button>
              )}
              {requestId && (
                <Text size="xs">
                  {richText({ id: <Code fz="xs">{requestId}</Code> }, (marks) =>
                    t('components.failure.request', marks),
                  )}
                </Text>
              )}
            </Group>
          )}
        </Stack>
      )}
    </Alert>
  );
};
