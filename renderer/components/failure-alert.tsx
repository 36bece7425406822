import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Failure } from '../api/problem.ts';

interface FailureAlertProps {
  failure: Failure;
  /** What the person was about to see or do, as a title; the failure's own words otherwise. */
  title?: string;
  onRetry?: () => void;
}

/** Says what happened, offers another try, and names the request for whoever reads the log. */
/** The failure's own words; its title is not repeated where it stands above already. */
const story = ({ title, detail }: Failure, heading: string): string =>
  detail === heading ? '' : title === heading || title === detail ? detail : `${title}: ${detail}`;

/** Says what happened, offers another try, and names the request for whoever reads the log. */
export const FailureAlert = ({ failure, title = failure.title, onRetry }: FailureAlertProps) => (
  <Alert color="red" role="alert" title={title} icon={<IconAlertTriangle aria-hidden />}>
    <Stack gap="xs" align="flex-start">
      {story(failure, title) && <Text size="sm">{story(failure, title)}</Text>}
      {(onRetry || failure.requestId) && (
        <Group gap="md">
          {onRetry && (
            <Button size="xs" variant="default" onClick={onRetry}>
              Try again
            </Button>
          )}
          {failure.requestId && (
            <Text size="xs">
              Request <Code fz="xs">{failure.requestId}</Code>
            </Text>
          )}
        </Group>
      )}
    </Stack>
  </Alert>
);
