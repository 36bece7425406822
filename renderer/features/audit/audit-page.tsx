import { Button, Table } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { pagination } from '#shared/limits.ts';
import { useMe, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { usePagedQuery } from '../../components/paged-list.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { useDateStyle } from '../../components/preferences.tsx';
import { EmptyState } from '../../components/query-boundary.tsx';
import { saveCsv } from '../../components/save-file.ts';
import { type AuditSearch, readAuditSearch } from '../../search-params.ts';
import { eventsCsv, filterOf, readAllEvents } from './audit.logic.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditRow } from './audit-row.tsx';
import { useChainStatus } from './chain-status.tsx';

export const AuditPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const trpc = useTRPC();
  const chain = useChainStatus(me);
  const client = useTRPCClient();
  const { timezone } = useDateStyle();
  const { page = 1, ...search } = useSearch({ from: '/shell/dashboard/audit' });
  const navigate = useNavigate({ from: '/dashboard/audit' });
  const asked = { tenant_id: me.tenant_id, ...filterOf(search, timezone) };
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
  const list = usePagedQuery((slice) => trpc.audit.listAuditEvents.queryOptions({ ...asked, ...slice }), {
    page,
    onPage: (next) => change({ page: next }),
  });

  return (
    <Page
      title={t('audit.title')}
      actions={
        <>
          {chain.status}
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={download.isPending}
            onClick={() => download.mutate()}
          >
            {t('audit.export.action')}
          </Button>
        </>
      }
    >
      {chain.warning}
      <div className="surface">
        <AuditFilters me={me} search={search} onChange={change} />
        <PagedTable
          list={list}
          subject={t('audit.what')}
          counted={(count) => t('audit.counted', { count })}
          empty={
            <EmptyState icon={<IconHistory />} title={t('audit.noMatch.title')}>
              {t('audit.noMatch.text')}
            </EmptyState>
          }
          label={t('audit.title')}
          head={
            <>
              <Table.Th w="42%">{t('audit.columns.what')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('audit.columns.who')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('audit.columns.whom')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('audit.columns.when')}</Table.Th>
              <Table.Th visibleFrom="md">{t('audit.columns.from')}</Table.Th>
            </>
          }
        >
          {({ events }) =>
            events.map((event) => (
              <AuditRow key={event.sequence} event={event} onActor={(actor) => change({ actor, page: undefined })} />
            ))
          }
        </PagedTable>
      </div>
    </Page>
  );
};
