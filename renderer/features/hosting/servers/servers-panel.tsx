import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconServer2 } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverLimits } from '#shared/rules/limits.ts';
import { type Me, useTRPC } from '../../../api/context.tsx';
import { Section } from '../../../components/page.tsx';
import { PagedList, usePagedQuery } from '../../../components/paged-list.tsx';
import { ClearFilters, EmptyState } from '../../../components/query-boundary.tsx';
import type { SelectRows } from '../../../components/selection.logic.ts';
import { Timestamp } from '../../../components/timestamp.tsx';
import { richText } from '../../../languages/rich-text.tsx';
import { UnreadableRows } from '../unreadable-rows.tsx';
import { useMoney } from '../use-hosting.ts';
import { IpAddresses } from './ip-addresses.tsx';
import { ServerFilters } from './server-filters.tsx';
import { noServers, refreshed, type ServerSelection, select } from './server-selection.ts';
import { ServerTable } from './server-table.tsx';
import { type Server, unreadableServerText } from './servers.logic.ts';
import { ServersBar } from './servers-bar.tsx';
import type { ServersQuery } from './use-all-servers.ts';
import { isNarrowed, noServerFilters, useServersSearch } from './use-servers-search.ts';

export const ServersPanel = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const { money } = useMoney();
  const trpc = useTRPC();
  const { filters, page, change } = useServersSearch();
  const { sort = 'name', order = 'asc' } = filters;
  const [selection, setSelection] = useState<ServerSelection>(noServers);
  const asked: ServersQuery = { ...filters, sort, order };
  const list = usePagedQuery((slice) => trpc.hosting.listServers.queryOptions({ ...asked, ...slice }), {
    page,
    onPage: (number) => change({ page: number }),
    pageSize: 50,
  });
  const { data } = list;
  const { synced_at, monthly_cost, shown_cost, unpriced = 0, total = 0, unreadable = [], tags = [] } = data ?? {};
  const narrowed = isNarrowed(filters);
  // Keep newer data of selected servers, so that it's still there on another page.
  const selected = data ? refreshed(selection, data.servers) : selection;
  if (selected !== selection) setSelection(selected);
  const onSelect = useCallback<SelectRows<Server>>(
    (servers, isSelected) => setSelection((before) => select(before, servers, isSelected)),
    [],
  );
  const onTag = (tag: string) => change({ tag });
  return (
    <Stack gap="lg">
      <Section
        isTab
        title={t('hosting.servers.title')}
        lead={
          data === undefined
            ? // As tall as what replaces it.
              '\u00a0'
            : synced_at
              ? richText({ when: <Timestamp value={synced_at} show="relative" /> }, (marks) =>
                  t('hosting.servers.syncedAt', marks),
                )
              : t('hosting.servers.neverSynced')
        }
        actions={
          monthly_cost !== undefined &&
          shown_cost !== undefined && (
            <div className="section-total">
              <Text size="xs" c="dimmed">
                {t(narrowed ? 'hosting.servers.shownCost' : 'hosting.servers.monthlyCost')}
              </Text>
              <Text fz="xl" fw={600} lh={1.2}>
                {money(narrowed ? shown_cost : monthly_cost)}
              </Text>
              {narrowed && (
                <Text size="xs" c="dimmed">
                  {t('hosting.servers.ofAll', { cost: money(monthly_cost) })}
                </Text>
              )}
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
        <ServerFilters me={me} filters={filters} onChange={change} tags={tags} plans={data?.plans ?? []} />
        <ServersBar me={me} selection={selected} onSelection={setSelection} asked={asked} total={total} />
        <PagedList
          list={list}
          subject={t('hosting.servers.what')}
          counted={(count) => t('hosting.servers.counted', { count })}
          empty={
            narrowed ? (
              <EmptyState
                icon={<IconServer2 />}
                title={t('hosting.servers.noMatch.title')}
                action={<ClearFilters onClear={() => change(noServerFilters)} />}
              >
                {t('hosting.servers.noMatch.text')}
              </EmptyState>
            ) : (
              <EmptyState icon={<IconServer2 />} title={t('hosting.servers.none.title')}>
                {t('hosting.servers.none.text')}
              </EmptyState>
            )
          }
        >
          {({ servers }) => (
            <ServerTable
              me={me}
              servers={servers}
              sort={{ key: sort, descending: order === 'desc' }}
              onSort={({ key, descending }) =>
                change({ sort: key === 'name' ? undefined : key, order: descending ? 'desc' : undefined })
              }
              selection={selected}
              onSelect={onSelect}
              onTag={onTag}
            />
          )}
        </PagedList>
      </Section>
      <IpAddresses me={me} />
    </Stack>
  );
};
