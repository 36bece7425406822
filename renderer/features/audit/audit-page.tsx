import { Button, Table } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { pagination } from '#shared/limits.ts';
import { useTRPC, useTRPCClient } from '../../api/context.tsx';
import { useMe } from '../../api/me.ts';
import { DataTable } from '../../components/data-table.tsx';
import { useDateStyle } from '../../components/date-style.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { saveCsv } from '../../components/save-file.ts';
import { eventsCsv, filterOf, readAllEvents } from './audit.logic.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditRow } from './audit-row.tsx';
import { type AuditSearch, readAuditSearch } from './audit-search.ts';
import { ChainStatus } from './chain-status.tsx';

const pageSize = 25;

export const AuditPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const client = useTRPCClient();
  const { timezone } = useDateStyle();
  const { page = 1, ...search } = useSearch({ from: '/shell/dashboard/audit' });
  const navigate = useNavigate({ from: '/dashboard/audit' });
  const asked = { tenant_id: me.tenant_id, ...filterOf(search, timezone) };
  const query = useQuery(
    useTRPC().audit.listAuditEvents.queryOptions(
      { ...asked, limit: pageSize, offset: (page - 1) * pageSize },
      { placeholderData: keepPreviousData },
    ),
  );
  const download = useMutation({
    mutationFn: () =>
      readAllEvents(pagination.maxLimit, (offset) =>
        client.audit.listAuditEvents.query({ ...asked, limit: pagination.maxLimit, offset }),
      ),
    onSuccess: (events) => {
      saveCsv(`castellan-audit-${events[0]?.at.slice(0, 10) ?? 'empty'}.csv`, eventsCsv(events));
      notifyDone(t('audit.export.done', { count: events.length }));
    },
    onError: (error) => notifyFailure(t('audit.export.failed'), error),
  });
  const change = (given: { [Key in keyof AuditSearch]?: unknown }) =>
    void navigate({ search: (previous) => readAuditSearch({ ...previous, ...given }), replace: true });

  return (
    <Page
      title={t('audit.title')}
      lead={t('audit.lead')}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('audit.export.action')}
        </Button>
      }
    >
      <ChainStatus me={me} />
      <div className="surface">
        <AuditFilters me={me} search={search} onChange={change} />
        <QueryBoundary state={query} subject={t('audit.what')}>
          {({ events, total }) =>
            events.length === 0 ? (
              <EmptyState icon={<IconHistory />} title={t('audit.noMatch.title')}>
                {t('audit.noMatch.text')}
              </EmptyState>
            ) : (
              <>
                <DataTable
                  label={t('audit.title')}
                  head={
                    <>
                      <Table.Th>{t('audit.columns.what')}</Table.Th>
                      <Table.Th visibleFrom="sm">{t('audit.columns.who')}</Table.Th>
                      <Table.Th visibleFrom="sm">{t('audit.columns.whom')}</Table.Th>
                      <Table.Th visibleFrom="sm">{t('audit.columns.when')}</Table.Th>
                      <Table.Th visibleFrom="md">{t('audit.columns.from')}</Table.Th>
                    </>
                  }
                >
                  {events.map((event) => (
                    <AuditRow
                      key={event.sequence}
                      event={event}
                      onActor={(actor) => change({ actor, page: undefined })}
                    />
                  ))}
                </DataTable>
                <Pager
                  page={page}
                  pageSize={pageSize}
                  total={total}
                  subject={t('audit.counted', { count: total })}
                  onPage={(next) => change({ page: next })}
                />
              </>
            )
          }
        </QueryBoundary>
      </div>
    </Page>
  );
};
