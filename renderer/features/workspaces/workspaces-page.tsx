import { Badge, Group, SimpleGrid, Text } from '@mantine/core';
import { IconFolders, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe, useTRPC } from '../../api/context.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { HealthRing } from '../../components/health-ring.tsx';
import { Page } from '../../components/page.tsx';
import { PagedList, usePagedQuery } from '../../components/paged-list.tsx';
import { CardSkeletons, ClearFilters, EmptyState } from '../../components/query-boundary.tsx';
import { ButtonLink } from '../../components/router-link.tsx';
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
      {!isEmpty && (
        <Group role="search">
          <SearchInput label={t('workspaces.search')} value={q} onSearch={(text) => change({ q: text })} />
        </Group>
      )}
      <PagedList
        list={list}
        subject={t('workspaces.what')}
        counted={(count) => t('workspaces.counted', { count })}
        loading={<CardSkeletons height={108} />}
        gap="lg"
        isFlush
        empty={
          <div className="surface">
            <EmptyState
              icon={<IconFolders />}
              title={t(q === '' ? 'workspaces.none.title' : 'workspaces.noMatch.title')}
              action={q === '' ? isOffered && create : <ClearFilters onClear={() => change({ q: '' })} />}
            >
              {q !== ''
                ? t('workspaces.noMatch.text')
                : t(disabledReason === undefined ? 'workspaces.none.create' : 'workspaces.none.ask')}
            </EmptyState>
          </div>
        }
      >
        {({ workspaces }) => (
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 4 }}>
            {defaultFirst(workspaces, me.preferences.default_workspace).map((workspace) => (
              <WorkspaceCard
                key={workspace.workspace_id}
                workspace={workspace}
                isDefault={workspace.workspace_id === me.preferences.default_workspace}
              />
            ))}
          </SimpleGrid>
        )}
      </PagedList>
    </Page>
  );
};

const WorkspaceCard = ({ workspace, isDefault }: { workspace: Workspace; isDefault: boolean }) => {
  const { t } = useTranslation();
  return (
    <Link {...paths.workspace(workspace.slug)} className="surface card-link">
      <Group wrap="nowrap" gap="md">
        <HealthRing score={workspace.health_score} />
        <div>
          <Text fw={600} className="break-anywhere" lineClamp={2}>
            {workspace.name}
          </Text>
          <Text size="xs" c="dimmed" className="break-anywhere">
            {workspace.slug}
          </Text>
          <Group gap="xs" mt={4}>
            <Badge color="gray">{t('workspaces.memberCount', { count: workspace.member_count })}</Badge>
            {workspace.my_role && <Badge>{t(`roles.workspace.${workspace.my_role}`)}</Badge>}
            {isDefault && <Badge color="yellow">{t('workspaces.default')}</Badge>}
          </Group>
        </div>
      </Group>
    </Link>
  );
};
