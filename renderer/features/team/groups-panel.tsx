import { Button, Group, Table, Text } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { usePagedQuery } from '../../components/paged-list.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { ClearFilters, EmptyState } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { RowText } from '../../components/row-text.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths } from '../../paths.ts';
import { present } from '../../search-params.ts';
import { useTeamSearch } from './use-team.ts';

/** The groups of the organization. The service searches and pages; the URL holds the state. */
export const GroupsPanel = ({ me, onCreate }: { me: Me; onCreate: () => void }) => {
  const { t } = useTranslation();
  const {
    search: { q, page = 1 },
    change,
  } = useTeamSearch();
  const trpc = useTRPC();
  const list = usePagedQuery(
    (slice) => trpc.groups.listGroups.queryOptions({ tenant_id: me.tenant_id, ...slice, ...present({ q }) }),
    { page, onPage: (number) => change({ page: number }) },
  );
  const isFiltered = q !== undefined;
  const isEmpty = !isFiltered && list.data?.total === 0;
  const create = (
    <Button
      variant={isEmpty ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={onCreate}
    >
      {t('team.groups.create.action')}
    </Button>
  );
  return (
    <div className="surface">
      {!isEmpty && (
        <Group justify="space-between" gap="sm" className="list-filters" role="search">
          <SearchInput label={t('team.groups.search')} value={q ?? ''} onSearch={(text) => change({ q: text })} />
          {create}
        </Group>
      )}
      <PagedTable
        list={list}
        subject={t('team.groups.what')}
        counted={(count) => t('team.groups.counted', { count })}
        empty={
          <EmptyState
            icon={<IconUsersGroup />}
            title={t(isFiltered ? 'team.groups.noMatch.title' : 'team.groups.none.title')}
            action={isFiltered ? <ClearFilters onClear={() => change({ q: undefined })} /> : create}
          >
            {t(isFiltered ? 'team.groups.noMatch.text' : 'team.groups.none.text')}
          </EmptyState>
        }
        label={t('team.groups.table')}
        head={
          <>
            <Table.Th w="50%">{t('team.groups.columns.name')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('team.groups.columns.members')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('team.groups.columns.workspaces')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('team.groups.columns.created')}</Table.Th>
          </>
        }
      >
        {({ groups }) =>
          groups.map((group) => (
            <Table.Tr key={group.group_id} className="linked-row">
              <Table.Td>
                <RowText detail={group.description}>
                  <AnchorLink {...paths.group(group.group_id)} size="sm" fw={600} className="row-link">
                    {group.name}
                  </AnchorLink>
                </RowText>
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  {t('workspaces.memberCount', { count: group.member_count })}
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="sm">{group.member_count}</Table.Td>
              <Table.Td visibleFrom="sm">{group.workspace_count}</Table.Td>
              <Table.Td visibleFrom="sm">
                <Timestamp value={group.created_at} />
              </Table.Td>
            </Table.Tr>
          ))
        }
      </PagedTable>
    </div>
  );
};
