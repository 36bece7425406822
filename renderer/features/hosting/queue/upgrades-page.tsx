import '../hosting.css';
import { Skeleton, Stack } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../api/context.tsx';
import { Page } from '../../../components/page.tsx';
import { EmptyState, QueryBoundary } from '../../../components/query-boundary.tsx';
import { AnchorLink } from '../../../components/router-link.tsx';
import { paths } from '../../../paths.ts';
import { SandboxNotice } from '../connection-notices.tsx';
import { useCapabilities, useConnection } from '../use-hosting.ts';
import { ActPanel } from './act-panel.tsx';
import { PreparePanel } from './prepare-panel.tsx';
import { openQueue } from './queue.logic.ts';
import { QueuePanel } from './queue-panel.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { useLatestQueue } from './use-queue.ts';

/** Upgrades of several servers: choose, review once, and watch the orders. */
export const UpgradesPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const connection = useConnection();
  const hasOrders = useCapabilities().changes === 'order';
  const query = useLatestQueue();
  return (
    <Page
      title={t('hosting.queue.title')}
      lead={t('hosting.queue.lead')}
      back={
        <AnchorLink {...paths.hosting} size="sm">
          {t('hosting.upgrade.back')}
        </AnchorLink>
      }
    >
      <Stack gap="lg">
        <SandboxNotice connection={connection} />
        <QueryBoundary state={query} subject={t('hosting.queue.what')} loading={<Skeleton h={320} />}>
          {({ queues }) => {
            const open = openQueue(queues);
            if (!hasOrders) {
              return (
                <EmptyState icon={<IconListCheck />} title={t('hosting.immediate.noQueue.title')}>
                  {t('hosting.immediate.noQueue.text')}
                </EmptyState>
              );
            }
            if (open) return <QueuePanel me={me} queue={open} />;
            return (
              <>
                {queues[0]?.state === 'done' && <QueuePanel me={me} queue={queues[0]} />}
                <ActPanel me={me} step="confirm" />
                <ActPanel me={me} step="start" />
                <PreparePanel me={me} />
                <ReviewPanel me={me} ordered={queues[0]?.runs ?? []} />
              </>
            );
          }}
        </QueryBoundary>
      </Stack>
    </Page>
  );
};
