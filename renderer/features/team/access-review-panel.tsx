import { Button, NativeSelect, Table, Text } from '@mantine/core';
import { IconDownload, IconShieldSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { accessKinds } from '#shared/rules/access-kinds.ts';
import { pagination } from '#shared/rules/limits.ts';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { ListFilters } from '../../components/list-filters.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { usePagedQuery } from '../../components/paged-list.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { ClearFilters, EmptyState } from '../../components/query-boundary.tsx';
import { readAllRows } from '../../components/read-all-rows.ts';
import { AnchorLink } from '../../components/router-link.tsx';
import { RowText } from '../../components/row-text.tsx';
import { saveCsv } from '../../components/save-file.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths } from '../../paths.ts';
import { choiceParam, present } from '../../search-params.ts';
import { type Access, accessCsv, accessDetail, accessId, accessTitle } from './access-review.logic.ts';
import { GuestBadge } from './guest-badge.tsx';
import { useNotifyReadFailure } from './use-export-members.ts';
import { useTeamSearch } from './use-team.ts';

/** Who has what, since when and by whom. The service searches, filters and pages; the URL holds the state. */
export const AccessReviewPanel = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const { search, change } = useTeamSearch();
  const { q, access: kind, page = 1 } = search;
  const trpc = useTRPC();
  const asked = { tenant_id: me.tenant_id, ...present({ q, kind }) };
  const list = usePagedQuery((slice) => trpc.team.listAccessReview.queryOptions({ ...asked, ...slice }), {
    page,
    onPage: (number) => change({ page: number }),
  });
  return (
    <div className="surface">
      <ListFilters
        label={t('team.accessReview.search')}
        q={q}
        onSearch={(text) => change({ q: text })}
        set={kind === undefined ? 0 : 1}
      >
        <NativeSelect
          aria-label={t('team.accessReview.filter')}
          value={kind ?? ''}
          data={[
            { value: '', label: t('team.accessReview.everyKind') },
            ...accessKinds.map((value) => ({ value, label: t(`team.accessReview.kinds.${value}`) })),
          ]}
          onChange={(event) => change({ access: choiceParam(event.currentTarget.value, accessKinds) })}
        />
        <ExportButton asked={asked} />
      </ListFilters>
      <PagedTable
        list={list}
        subject={t('team.accessReview.what')}
        counted={(count) => t('team.accessReview.counted', { count })}
        empty={
          <EmptyState
            icon={<IconShieldSearch />}
            title={t('team.accessReview.noMatch.title')}
            action={<ClearFilters onClear={() => change({ q: undefined, access: undefined })} />}
          >
            {t('team.accessReview.noMatch.text')}
          </EmptyState>
        }
        label={t('team.accessReview.table')}
        head={
          <>
            <Table.Th w="35%">{t('team.accessReview.columns.who')}</Table.Th>
            <Table.Th>{t('team.accessReview.columns.access')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('team.accessReview.columns.since')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('team.accessReview.columns.by')}</Table.Th>
          </>
        }
      >
        {({ access }) => access.map((row) => <AccessRow key={accessId(row)} me={me} row={row} />)}
      </PagedTable>
    </div>
  );
};

const AccessRow = ({ me, row }: { me: Me; row: Access }) => {
  const { t } = useTranslation();
  const { since, given_by: by } = row;
  const unknown = (
    <Text span size="sm" c="dimmed">
      {t('team.accessReview.unknown')}
    </Text>
  );
  return (
    <Table.Tr className="card-row">
      <Table.Td>
        <Holder me={me} holder={row.holder} />
      </Table.Td>
      <Table.Td>
        <RowText detail={accessDetail(row, t)}>{accessTitle(row, t)}</RowText>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {since === null ? t('team.accessReview.unknown') : <Timestamp value={since} show="date" />}
          {by && ` · ${by.name}`}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{since === null ? unknown : <Timestamp value={since} show="date" />}</Table.Td>
      <Table.Td visibleFrom="sm" className="break-anywhere">
        {by?.name ?? unknown}
      </Table.Td>
    </Table.Tr>
  );
};

/** Whoever has it. A member's page says why they may do what. */
const Holder = ({ me, holder }: { me: Me; holder: Access['holder'] }) => {
  const { t } = useTranslation();
  const { id, kind, name, email, status } = holder;
  const about = email ?? t('team.accessReview.serviceAccount');
  const detail = status === 'active' ? about : `${about} · ${t(`team.statuses.${status}`)}`;
  if (kind === 'service_account') return <RowText detail={detail}>{name}</RowText>;
  const link = may(me, 'roles.manage') ? paths.memberSection(id, 'permissions') : paths.member(id);
  return (
    <RowText detail={detail}>
      <AnchorLink {...link} size="sm" fw={600} title={may(me, 'roles.manage') ? t('team.accessReview.why') : undefined}>
        {name}
      </AnchorLink>{' '}
      <GuestBadge guest={holder.guest} />
    </RowText>
  );
};

/** Saves all that matches the filters, not just the visible page. */
const ExportButton = ({ asked }: { asked: { tenant_id: string; q?: string; kind?: Access['kind'] } }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const reportFailure = useNotifyReadFailure();
  const download = useMutation({
    mutationFn: () =>
      readAllRows(accessId, async (offset) => {
        const { access: rows, total } = await client.team.listAccessReview.query({
          ...asked,
          limit: pagination.maxLimit,
          offset,
        });
        return { rows, total };
      }),
    onSuccess: (rows) => {
      saveCsv('castellan-access-review.csv', accessCsv(rows));
      notifyDone(t('team.accessReview.export.done', { count: rows.length }));
    },
    onError: (error) => reportFailure(t('team.accessReview.export.failed'), error),
  });
  return (
    <Button
      variant="default"
      ml={{ sm: 'auto' }}
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('team.export.action')}
    </Button>
  );
};
