import { Badge, Box, Group, Table, Text } from '@mantine/core';
import { IconFolders, IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe, useTRPC } from '../../api/context.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { HealthRing } from '../../components/health-ring.tsx';
import { Page } from '../../components/page.tsx';
import { usePagedQuery } from '../../components/paged-list.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { ClearFilters, EmptyState } from '../../components/query-boundary.tsx';
import { AnchorLink, ButtonLink } from '../../components/router-link.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { paths } from '../../paths.ts';
import { readWorkspacesSearch } from '../../search-params.ts';
import { createDisabledReason, defaultFirst, type Workspace } from './workspaces.logic.ts';

export const WorkspacesPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const trpc = useTRPC();
  const { q = '', page = 1 } = useSearch({ from: '/shell/dashboard/workspaces' });
  const navigate = useNavigate({ from: '/dashboard/workspaces' });
  /** A new search starts at its first page. */
  const change = (given: { q?: string; page?: number }) =>
    void navigate({
      search: (previous) => readWorkspacesSearch({ ...previous, page: undefined, ...given }),
      replace: true,
    });
  const list = usePagedQuery(
    (slice) =>
      trpc.workspaces.listWorkspaces.queryOptions({ tenant_id: me.tenant_id, ...slice, ...(q !== '' && { q }) }),
    { page, onPage: (next) => change({ page: next }), pageSize: 24 },
  );
  const disabledReason = createDisabledReason(me, t);
  const create = (
    <DisabledWithReason reason={disabledReason}>
      <ButtonLink {...paths.newWorkspace} leftSection={<IconPlus size={18} aria-hidden />}>
        {t('workspaces.new.title')}
      </ButtonLink>
    </DisabledWithReason>
  );
  const isEmpty = q === '' && list.data?.total === 0;
  // The empty list has the button itself.
  const isOffered = isEmpty && disabledReason === undefined;
  return (
    <Page title={t('workspaces.title')} lead={t('workspaces.lead')} actions={!isOffered && create}>
      <div className="surface">
        {!isEmpty && (
          <Group className="list-filters" role="search">
            <div className="list-search">
              <SearchInput label={t('workspaces.search')} value={q} onSearch={(text) => change({ q: text })} />
            </div>
          </Group>
        )}
        <PagedTable
          list={list}
          subject={t('workspaces.what')}
          counted={(count) => t('workspaces.counted', { count })}
          label={t('workspaces.title')}
          head={
            <>
              <Table.Th w="50%">{t('workspaces.columns.name')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('workspaces.columns.members')}</Table.Th>
              <Table.Th visibleFrom="sm">{t('workspaces.columns.role')}</Table.Th>
              <Table.Th>{t('workspaces.columns.health')}</Table.Th>
            </>
          }
          empty={
            <EmptyState
              icon={<IconFolders />}
              title={t(q === '' ? 'workspaces.none.title' : 'workspaces.noMatch.title')}
              action={q === '' ? isOffered && create : <ClearFilters onClear={() => change({ q: '' })} />}
            >
              {q !== ''
                ? t('workspaces.noMatch.text')
                : t(disabledReason === undefined ? 'workspaces.none.create' : 'workspaces.none.ask')}
            </EmptyState>
          }
        >
          {({ workspaces }) =>
            defaultFirst(workspaces, me.preferences.default_workspace).map((workspace) => (
              <WorkspaceRow
                key={workspace.workspace_id}
                workspace={workspace}
                isDefault={workspace.workspace_id === me.preferences.default_workspace}
              />
            ))
          }
        </PagedTable>
      </div>
    </Page>
  );
};

const WorkspaceRow = ({ workspace, isDefault }: { workspace: Workspace; isDefault: boolean }) => {
  const { t } = useTranslation();
  const { name, slug, health_score, member_count, my_role } = workspace;
  const members = t('workspaces.memberCount', { count: member_count });
  const role = my_role && t(`roles.workspace.${my_role}`);
  return (
    <Table.Tr className="linked-row">
      <Table.Td>
        <Group gap="xs">
          <AnchorLink {...paths.workspace(slug)} size="sm" fw={600} className="break-anywhere row-link">
            {name}
          </AnchorLink>
          {isDefault && <Badge color="gray">{t('workspaces.default')}</Badge>}
        </Group>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {[members, role].filter(Boolean).join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{member_count}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm">{role ?? '–'}</Text>
      </Table.Td>
      <Table.Td>
        <Box my={-4}>
          <HealthRing score={health_score} size={36} />
        </Box>
      </Table.Td>
    </Table.Tr>
  );
};
