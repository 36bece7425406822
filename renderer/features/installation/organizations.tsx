import { Badge, Box, Group, Table, Text } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { listOrganizations } from '#shared/contract/installation/list-organizations.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { useTRPC } from '../../api/context.tsx';
import { CopyField } from '../../components/copy-field.tsx';
import { SortableTh } from '../../components/data-table.tsx';
import { usePagedQuery } from '../../components/paged-list.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { ClearFilters, EmptyState } from '../../components/query-boundary.tsx';
import { RowText } from '../../components/row-text.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { type InstallationSearch, present, readInstallationSearch } from '../../search-params.ts';

type Organization = OutputOf<typeof listOrganizations>['organizations'][number];

/** All organizations of the server. The service searches, sorts and pages; the URL holds the state. */
export const Organizations = () => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const { q, sort = 'name', order = 'asc', page = 1 } = useSearch({ from: '/shell/dashboard/server' });
  const navigate = useNavigate({ from: '/dashboard/server' });
  const change = (given: { [Key in keyof InstallationSearch]?: unknown }) =>
    void navigate({
      search: (previous) => readInstallationSearch({ ...previous, page: undefined, ...given }),
      replace: true,
    });
  const list = usePagedQuery(
    (slice) => trpc.installation.listOrganizations.queryOptions({ ...slice, sort, order, ...present({ q }) }),
    { page, onPage: (next) => change({ page: next }) },
  );
  const sorting = {
    sort: { key: sort, descending: order === 'desc' },
    onSort: ({ key, descending }: { key: typeof sort; descending: boolean }) =>
      change({ sort: key === 'name' ? undefined : key, order: descending ? 'desc' : undefined }),
  };
  return (
    <div className="surface">
      <Group className="list-filters" role="search">
        <div className="list-search">
          <SearchInput
            label={t('installation.organizations.search')}
            value={q ?? ''}
            onSearch={(text) => change({ q: text })}
          />
        </div>
      </Group>
      <PagedTable
        list={list}
        subject={t('installation.organizations.what')}
        counted={(count) => t('installation.organizations.counted', { count })}
        empty={
          <EmptyState
            icon={<IconBuilding />}
            title={t('installation.organizations.noMatch.title')}
            action={<ClearFilters onClear={() => change({ q: undefined })} />}
          >
            {t('installation.organizations.noMatch.text')}
          </EmptyState>
        }
        label={t('installation.organizations.table')}
        head={
          <>
            <SortableTh by="name" {...sorting}>
              {t('installation.organizations.columns.name')}
            </SortableTh>
            <Table.Th visibleFrom="sm">{t('installation.organizations.columns.owners')}</Table.Th>
            <SortableTh by="members" align="right" visibleFrom="sm" {...sorting}>
              {t('installation.organizations.columns.members')}
            </SortableTh>
            <SortableTh by="created_at" visibleFrom="md" {...sorting}>
              {t('installation.organizations.columns.created')}
            </SortableTh>
            <SortableTh by="last_active" visibleFrom="sm" {...sorting}>
              {t('installation.organizations.columns.active')}
            </SortableTh>
          </>
        }
      >
        {({ organizations }) =>
          organizations.map((organization) => (
            <OrganizationRow key={organization.organization_id} organization={organization} />
          ))
        }
      </PagedTable>
      <Box p="md">
        <CopyField
          label={t('installation.organizations.command')}
          value="castellan organization delete NAME --dry-run"
        />
      </Box>
    </div>
  );
};

const OrganizationRow = ({ organization }: { organization: Organization }) => {
  const { t, i18n } = useTranslation();
  const { name, owners, members, created_at, last_active, scheduled_deletion, sample } = organization;
  const owner = owners.join(', ') || t('installation.organizations.noOwner');
  const active = last_active === null ? t('installation.organizations.nobody') : <Timestamp value={last_active} />;
  const count = new Intl.NumberFormat(i18n.language).format(members);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <RowText>{name}</RowText>
          {sample && (
            <Badge size="sm" color="gray">
              {t('installation.organizations.sample')}
            </Badge>
          )}
          {scheduled_deletion !== null && (
            <Badge size="sm" color="red">
              {t('installation.organizations.deleted')} <Timestamp value={scheduled_deletion} show="date" />
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed" hiddenFrom="sm" className="break-anywhere">
          {owner} · {count} · {active}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c="dimmed" className="one-line" title={owner}>
          {owner}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right" className="figures">
        {count}
      </Table.Td>
      <Table.Td visibleFrom="md" style={{ whiteSpace: 'nowrap' }}>
        <Timestamp value={created_at} show="date" />
      </Table.Td>
      <Table.Td visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
        {active}
      </Table.Td>
    </Table.Tr>
  );
};
