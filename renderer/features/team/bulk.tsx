import { Alert, Button, Group, Progress, ScrollArea, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf } from '../../api/problem.ts';
import { FailureAlert } from '../../components/failure-alert.tsx';
import { type BulkResult, type Refused, sendInChunks } from './bulk.logic.ts';

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
      <Group className="dialog-buttons">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </Stack>
  );
};

interface RefusedListProps {
  title: string;
  refused: readonly Refused[];
  /** Whether it appears after an action and must be announced. */
  live?: boolean;
}

/** Members left out of a bulk operation, each with the reason. */
export const RefusedList = ({ title, refused, live = false }: RefusedListProps) =>
  refused.length > 0 && (
    <Alert color="yellow" title={title} {...(live && { role: 'alert' })}>
      <ScrollArea.Autosize mah={180} type="auto" viewportProps={{ tabIndex: 0, 'aria-label': title, role: 'region' }}>
        <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
          {refused.map(({ name, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may have the same name, and the list never changes
            <Text component="li" size="sm" key={index} className="break-anywhere">
              <strong>{name}</strong>: {reason}
            </Text>
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </Alert>
  );

/** Progress of a bulk operation, with a button to stop it. */
export const BulkProgress = ({ progress, onStop }: { progress: Progressed; onStop: () => void }) => {
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
      <Group className="dialog-buttons">
        <Button variant="default" onClick={onStop}>
          {t('team.bulk.stop')}
        </Button>
      </Group>
    </Stack>
  );
};

interface Progressed {
  done: number;
  total: number;
}

/**
 * Sends items in chunks, reports progress, and can stop after the current chunk. Without a result, the user canceled the
 * confirmation that it's them, and nothing was done.
 */
export const useBulk = () => {
  const [progress, setProgress] = useState<Progressed>();
  const stopping = useRef(false);
  const run = async <Item, Result>(
    items: readonly Item[],
    send: (chunk: Item[]) => Promise<readonly Result[]>,
    size?: number,
  ): Promise<BulkResult<Result> | undefined> => {
    stopping.current = false;
    setProgress({ done: 0, total: items.length });
    const watch = {
      onProgress: (done: number) => setProgress({ done, total: items.length }),
      stopped: () => stopping.current,
    };
    const result = await sendInChunks(items, send, watch, size);
    setProgress(undefined);
    const isCanceled = result.results.length === 0 && failureOf(result.error).kind === 'unconfirmed';
    return isCanceled ? undefined : result;
  };
  return {
    progress,
    run,
    stop: () => {
      stopping.current = true;
    },
  };
};

export type Bulk = ReturnType<typeof useBulk>;
