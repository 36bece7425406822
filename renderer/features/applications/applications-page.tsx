import { Alert, Badge, Button, Code, Group, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe, useTRPC } from '../../api/context.tsx';
import { useIsOperator } from '../../api/link-reach.ts';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { Page } from '../../components/page.tsx';
import { usePagedQuery } from '../../components/paged-list.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { ClearFilters, EmptyState } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { RowText } from '../../components/row-text.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { paths } from '../../paths.ts';
import { type ApplicationsSearch, present, readApplicationsSearch } from '../../search-params.ts';
import { createDisabledReason } from './applications.logic.ts';
import { CreateApplicationDialog } from './create-application-dialog.tsx';

/** What people of the organization sign in to with Castellan. The service searches and pages; the URL holds the state. */
export const ApplicationsPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const trpc = useTRPC();
  const { q, page = 1, dialog } = useSearch({ from: '/shell/dashboard/applications' });
  const navigate = useNavigate({ from: '/dashboard/applications' });
  const change = (given: { [Key in keyof ApplicationsSearch]?: unknown }) =>
    void navigate({
      search: (previous) => readApplicationsSearch({ ...previous, page: undefined, ...given }),
      replace: true,
      resetScroll: false,
    });
  const list = usePagedQuery(
    (slice) =>
      trpc.applications.listApplications.queryOptions({ tenant_id: me.tenant_id, ...slice, ...present({ q }) }),
    { page, onPage: (number) => change({ page: number }) },
  );
  const isFiltered = q !== undefined;
  const reason = createDisabledReason(list.data && { ...list.data, total: isFiltered ? 0 : list.data.total }, t);
  const lacksHttps = list.data?.issuer === null;
  // Then the list itself says what has to be done first.
  const isNoneYet = lacksHttps && !isFiltered && list.data?.total === 0;
  const create = (
    <DisabledWithReason reason={reason}>
      <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => change({ dialog: 'new' })}>
        {t('applications.create.open')}
      </Button>
    </DisabledWithReason>
  );
  return (
    <Page title={t('applications.title')} actions={!isNoneYet && create}>
      <div className="surface">
        <Group className="list-filters" role="search">
          <SearchInput label={t('applications.search')} value={q ?? ''} onSearch={(text) => change({ q: text })} />
        </Group>
        <PagedTable
          list={list}
          subject={t('applications.what')}
          counted={(count) => t('applications.counted', { count })}
          empty={
            isNoneYet ? (
              <NeedsHttps />
            ) : (
              <EmptyState
                icon={<IconPlugConnected />}
                title={t(isFiltered ? 'applications.noMatch.title' : 'applications.none.title')}
                action={isFiltered && <ClearFilters onClear={() => change({ q: undefined })} />}
              >
                {t(isFiltered ? 'applications.noMatch.text' : 'applications.none.text')}
              </EmptyState>
            )
          }
          label={t('applications.table')}
          head={
            <>
              <Table.Th w="50%">{t('applications.columns.name')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('applications.columns.kind')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('applications.columns.access')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('applications.columns.signIns')}</Table.Th>
            </>
          }
        >
          {({ applications }) =>
            applications.map(({ application_id, name, description, kind, access, sign_ins }) => (
              <Table.Tr key={application_id} className="linked-row">
                <Table.Td>
                  <RowText detail={description}>
                    <AnchorLink {...paths.application(application_id)} size="sm" fw={600} className="row-link">
                      {name}
                    </AnchorLink>
                  </RowText>
                  <Text size="xs" c="dimmed" hiddenFrom="sm">
                    {t(`applications.kinds.${kind}`)}
                  </Text>
                </Table.Td>
                <Table.Td visibleFrom="sm">{t(`applications.kinds.${kind}`)}</Table.Td>
                <Table.Td visibleFrom="sm">
                  {access === 'everyone' ? (
                    t('applications.accesses.everyone')
                  ) : (
                    <Badge color="gray">{t('applications.accesses.restricted')}</Badge>
                  )}
                </Table.Td>
                <Table.Td visibleFrom="sm">{sign_ins}</Table.Td>
              </Table.Tr>
            ))
          }
        </PagedTable>
      </div>
      {/* Below: above, it would push down the list that loads with it. */}
      {lacksHttps && !isNoneYet && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('applications.https.title')}>
          {t('applications.https.text')}
        </Alert>
      )}
      <CreateApplicationDialog
        me={me}
        opened={dialog === 'new' && reason === undefined}
        onClose={() => change({ dialog: undefined })}
      />
    </Page>
  );
};

/** Instead of applications, where nobody could sign in to one. */
const NeedsHttps = () => {
  const { t } = useTranslation();
  const text = useIsOperator() ? 'applications.https.operator' : 'applications.https.other';
  return (
    <EmptyState icon={<IconPlugConnected />} title={t('applications.https.none')}>
      {richText({ setting: <Code className="unbroken">{'--public-url'}</Code> }, (marks) => t(text, marks))}
    </EmptyState>
  );
};
