import { Button, Table } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { pagination } from '#shared/limits.ts';
import { useTRPC, useTRPCClient } from '../../api/context.tsx';
import { useMe } from '../../api/me.ts';
import { DataTable } from '../../components/data-table.tsx';
import { useDateStyle } from '../../components/date-style.tsx';
import { Empty } from '../../components/empty.tsx';
import { Loadable } from '../../components/loadable.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Page } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { saveCsv } from '../../components/save-file.ts';
import { eventsCsv, filterOf, readAllEvents } from './audit.rules.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditRow } from './audit-row.tsx';
import { type AuditSearch, readAuditSearch } from './audit-search.ts';
import { ChainStatus } from './chain-status.tsx';

const pageSize = 25;

/** Who did what to whom, when and from where. */
export const AuditPage = () => {
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
      notifyDone(`${events.length} ${events.length === 1 ? 'row is' : 'rows are'} saved as a file.`);
    },
    onError: (error) => notifyFailure('The log could not be exported', error),
  });
  const change = (given: { [Key in keyof AuditSearch]?: unknown }) =>
    void navigate({ search: (previous) => readAuditSearch({ ...previous, ...given }), replace: true });

  return (
    <Page
      title="Audit log"
      lead="Who did what to whom, when and from where. Rows are chained: none can be changed or taken out unseen."
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Export CSV
        </Button>
      }
    >
      <ChainStatus me={me} />
      <div className="surface">
        <AuditFilters me={me} search={search} onChange={change} />
        <Loadable state={query} what="The audit log">
          {({ events, total }) =>
            events.length === 0 ? (
              <Empty icon={<IconHistory />} title="No event matches">
                Try another word, person, action or another span of time.
              </Empty>
            ) : (
              <>
                <DataTable
                  label="Audit log"
                  head={
                    <>
                      <Table.Th>What</Table.Th>
                      <Table.Th visibleFrom="sm">Who</Table.Th>
                      <Table.Th visibleFrom="sm">To whom</Table.Th>
                      <Table.Th visibleFrom="sm">When</Table.Th>
                      <Table.Th visibleFrom="md">From</Table.Th>
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
                  what={total === 1 ? 'event' : 'events'}
                  onPage={(next) => change({ page: next })}
                />
              </>
            )
          }
        </Loadable>
      </div>
    </Page>
  );
};
