import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconServer2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { serverLimits } from '#shared/rules/limits.ts';
import { type Me, useTRPC } from '../../../api/context.tsx';
import { Section } from '../../../components/page.tsx';
import { PagedList, usePagedQuery } from '../../../components/paged-list.tsx';
import { EmptyState } from '../../../components/query-boundary.tsx';
import { RowList } from '../../../components/row-list.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { richText } from '../../../languages/rich-text.tsx';
import { UnreadableRows } from '../unreadable-rows.tsx';
import { useHostingPage, useMoney } from '../use-hosting.ts';
import { IpAddresses } from './ip-addresses.tsx';
import { ServerRow } from './server-row.tsx';
import { unreadableServerText } from './servers.logic.ts';

export const ServersPanel = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const { money } = useMoney();
  const trpc = useTRPC();
  const list = usePagedQuery((slice) => trpc.hosting.listServers.queryOptions(slice), {
    ...useHostingPage('servers'),
    pageSize: 50,
  });
  const { synced_at, monthly_cost, unpriced = 0, total = 0, unreadable = [] } = list.data ?? {};
  return (
    <Stack gap="lg">
      <Section
        isTab
        title={t('hosting.servers.title')}
        lead={
          synced_at
            ? richText({ when: <Timestamp value={synced_at} show="relative" /> }, (marks) =>
                t('hosting.servers.syncedAt', marks),
              )
            : t('hosting.servers.neverSynced')
        }
        actions={
          monthly_cost !== undefined && (
            <div className="section-total">
              <Text size="xs" c="dimmed">
                {t('hosting.servers.monthlyCost')}
              </Text>
              <Text fz={22} fw={650} lh={1.2}>
                {money(monthly_cost)}
              </Text>
              {unpriced > 0 && (
                <Text size="xs" c="dimmed">
                  {t('hosting.servers.unpriced', { count: unpriced })}
                </Text>
              )}
            </div>
          )
        }
      >
        {total >= serverLimits.perAccount && (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('hosting.servers.limit.title')}>
            {t('hosting.servers.limit.text', { max: serverLimits.perAccount })}
          </Alert>
        )}
        <UnreadableRows
          title={t('hosting.servers.unreadable.title', { count: unreadable.length })}
          texts={unreadable.map((row) => unreadableServerText(row, t))}
        />
        <PagedList
          list={list}
          subject={t('hosting.servers.what')}
          counted={(count) => t('hosting.servers.counted', { count })}
          isFlush
          hidesSinglePage
          empty={
            <EmptyState icon={<IconServer2 />} title={t('hosting.servers.none.title')}>
              {t('hosting.servers.none.text')}
            </EmptyState>
          }
        >
          {({ servers }) => (
            <RowList label={t('hosting.servers.title')}>
              {servers.map((server) => (
                <ServerRow key={server.serviceid} me={me} server={server} />
              ))}
            </RowList>
          )}
        </PagedList>
      </Section>
      <IpAddresses me={me} />
    </Stack>
  );
};
