import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPCClient } from '../../../api/context.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { Section } from '../../../components/page.tsx';
import { manageDisabledReason } from '../servers/servers.logic.ts';
import { useRefreshHosting } from '../use-hosting.ts';
import { isWhole, leftRuns, type Queue, reviewedOf, stopText } from './queue.logic.ts';
import { OverBudget, QueueSums, useOverBudget } from './review-panel.tsx';
import { RunTable } from './run-table.tsx';
import { useQueueAction } from './use-queue.ts';

/** Orders that are being placed, or have stopped at one of them. */
export const QueuePanel = ({ me, queue }: { me: Me; queue: Queue }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refresh = useRefreshHosting();
  const { take, pending } = useQueueAction();
  const [asks, setAsks] = useState(false);
  const { queue_id, action, state, runs, problem } = queue;
  const left = leftRuns(queue);
  const isOrder = action === 'order';
  const over = useOverBudget(isOrder ? left : []);
  const reason = manageDisabledReason(me, t);
  const resume = () =>
    take(t('hosting.queue.failed.resume'), () =>
      client.hosting.resumeUpgradeQueue.mutate({
        queue_id,
        runs: reviewedOf(left),
        accept_over_budget: over !== undefined,
      }),
    );
  const cancel = async () => {
    await client.hosting.cancelUpgradeQueue.mutate({ queue_id }).finally(refresh);
    notifyDone(t('hosting.queue.cancel.done'));
  };
  const stoppedAt = problem && runs.find(({ run_id }) => run_id === problem.run_id)?.server_label;
  const isStopped = state === 'stopped';
  const isPartly = state === 'done' && !isWhole(queue);
  const title = isPartly ? t('hosting.queue.partly.title') : t(`hosting.queue.states.${action}.${state}.title`);
  const text = isPartly ? t('hosting.queue.partly.text') : t(`hosting.queue.states.${action}.${state}.text`);
  return (
    <Section title={title} lead={text}>
      <Stack>
        {state === 'running' && (
          <Group role="status" gap="sm">
            <Loader size="sm" aria-hidden />
            <Text size="sm">{t('hosting.queue.progress', { count: left.length })}</Text>
          </Group>
        )}
        {problem && (
          <Alert
            color="orange"
            role="alert"
            title={t('hosting.queue.stoppedAt', { server: stoppedAt ?? '–' })}
            icon={<IconAlertTriangle aria-hidden />}
          >
            {stopText(problem, t)}
          </Alert>
        )}
        {state === 'done' && queue.left_out.length > 0 && (
          <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
            {t('hosting.queue.leftOut', { count: queue.left_out.length })}
          </Alert>
        )}
        {isOrder && isStopped && left.length > 0 && <QueueSums runs={left} />}
        <RunTable label={title} runs={runs} hasStates />
        {isOrder && isStopped && <OverBudget runs={left} />}
        {queue.ended_at === null && (
          <Group gap="sm">
            {isStopped && left.length > 0 && (
              <DisabledWithReason reason={reason}>
                <Button loading={pending} onClick={() => void resume()}>
                  {over === undefined
                    ? t(`hosting.queue.resumes.${action}`, { count: left.length })
                    : t('hosting.review.budget.order')}
                </Button>
              </DisabledWithReason>
            )}
            <DisabledWithReason reason={reason}>
              <Button variant="default" onClick={() => setAsks(true)}>
                {t('hosting.queue.cancel.action')}
              </Button>
            </DisabledWithReason>
          </Group>
        )}
      </Stack>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={t('hosting.queue.cancel.title')}
        consequences={
          isOrder
            ? [t('hosting.queue.cancel.left', { count: left.length }), t('hosting.queue.cancel.ordered')]
            : [t('hosting.queue.cancel.stay')]
        }
        action={t('hosting.queue.cancel.action')}
        onConfirm={cancel}
      />
    </Section>
  );
};
