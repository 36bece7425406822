import { Stack, Text } from '@mantine/core';
import { IconServer2 } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '../../../api/context.tsx';
import type { Me } from '../../../api/me.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Section } from '../../../components/page.tsx';
import { QueryBoundary } from '../../../components/query-boundary.tsx';
import { RowList } from '../../../components/row-list.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { useLastPage } from '../../../components/use-last-page.ts';
import { useMoney } from '../../../components/use-money.ts';
import { richText } from '../../../languages/rich-text.tsx';
import { paths, patterns } from '../../../paths.ts';
import { IpAddresses } from './ip-addresses.tsx';
import { ServerRow } from './server-row.tsx';

const pageSize = 50;

export const ServersPanel = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const { money } = useMoney();
  const navigate = useNavigate();
  const { page = 1 } = useSearch({ from: `/shell${patterns.hosting}` });
  const query = useQuery(
    useTRPC().hosting.listServers.queryOptions(
      { limit: pageSize, offset: (page - 1) * pageSize },
      { placeholderData: keepPreviousData },
    ),
  );
  const turnTo = (next: number) => void navigate({ ...paths.hosting, search: next > 1 ? { page: next } : {} });
  useLastPage(query, page, pageSize, turnTo);
  const { synced_at, monthly_cost } = query.data ?? {};
  return (
    <Stack gap="lg">
      <Section
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
            <div>
              <Text size="xs" c="dimmed">
                {t('hosting.servers.monthlyCost')}
              </Text>
              <Text fz={22} fw={650} lh={1.2} ta={{ sm: 'right' }}>
                {money(monthly_cost)}
              </Text>
            </div>
          )
        }
      >
        <QueryBoundary state={query} subject={t('hosting.servers.what')}>
          {({ servers, total }) =>
            total === 0 ? (
              <EmptyState icon={<IconServer2 />} title={t('hosting.servers.none.title')}>
                {t('hosting.servers.none.text')}
              </EmptyState>
            ) : (
              <RowList
                label={t('hosting.servers.title')}
                pager={{
                  page,
                  pageSize,
                  total,
                  subject: t('hosting.servers.counted', { count: total }),
                  onPage: turnTo,
                }}
              >
                {servers.map((server) => (
                  <ServerRow key={server.serviceid} me={me} server={server} />
                ))}
              </RowList>
            )
          }
        </QueryBoundary>
      </Section>
      <IpAddresses me={me} />
    </Stack>
  );
};
