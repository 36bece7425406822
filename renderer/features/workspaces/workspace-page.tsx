import { Grid, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFolders } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useMe, useTRPC } from '../../api/context.tsx';
import { Missing } from '../../components/missing.tsx';
import { DeleteItem, MoreMenu } from '../../components/more-menu.tsx';
import { Page } from '../../components/page.tsx';
import { presentIn, QueryBoundary } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { SearchParamTabs } from '../../components/search-param-tabs.tsx';
import { paths, patterns } from '../../paths.ts';
import { DeleteWorkspaceDialog } from './delete-workspace-dialog.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { WorkspaceHealth } from './workspace-health.tsx';
import { WorkspaceMembers } from './workspace-members.tsx';
import { WorkspaceSummary } from './workspace-summary.tsx';
import type { Workspace } from './workspaces.logic.ts';

interface ActivityProps {
  me: Me;
  workspaceId: string;
  page: number;
  onPage: (page: number) => void;
}

/** What a workspace is, how it is doing, who belongs to it, and what happened in it. */
export const WorkspacePage = ({ activity: Activity }: { activity: ComponentType<ActivityProps> }) => {
  const { t } = useTranslation();
  const me = useMe();
  const { slug } = useParams({ from: `/shell${patterns.workspace}` });
  const { tab = 'overview', page = 1 } = useSearch({ from: `/shell${patterns.workspace}` });
  const navigate = useNavigate({ from: patterns.workspace });
  const query = useQuery(useTRPC().workspaces.getWorkspace.queryOptions({ tenant_id: me.tenant_id, slug }));
  const onPage = (next: number) =>
    void navigate({
      search: { ...(tab !== 'overview' && { tab }), ...(next > 1 && { page: next }) },
      resetScroll: false,
      replace: true,
    });
  const tabs = (workspace: Workspace) => [
    { name: 'overview' as const, panel: <Overview me={me} workspace={workspace} /> },
    ...(may(me, 'team.read')
      ? [
          {
            name: 'members' as const,
            count: workspace.member_count,
            panel: <WorkspaceMembers me={me} workspace={workspace} page={page} onPage={onPage} />,
          },
        ]
      : []),
    ...(may(me, 'audit.read')
      ? [
          {
            name: 'activity' as const,
            panel: <Activity me={me} workspaceId={workspace.workspace_id} page={page} onPage={onPage} />,
          },
        ]
      : []),
    { name: 'settings' as const, panel: <SettingsTab me={me} workspace={workspace} /> },
  ];
  const workspace = presentIn(query);
  return (
    <Page
      title={workspace?.name ?? t('workspaces.settings.title')}
      actions={workspace && may(me, 'workspaces.manage') && <Actions workspace={workspace} />}
      tab={tab === 'overview' ? undefined : t(`workspaces.tabs.${tab}`)}
      back={
        <AnchorLink {...paths.workspaces} size="sm">
          {t('workspaces.back')}
        </AnchorLink>
      }
    >
      <QueryBoundary
        state={query}
        subject={t('workspaces.settings.what')}
        loading={<Skeleton h={240} />}
        missing={
          <Missing
            icon={<IconFolders />}
            title={t('errors.WORKSPACE_NOT_FOUND')}
            text={t('workspaces.missing.text')}
            list={paths.workspaces}
            back={t('workspaces.missing.back')}
          />
        }
      >
        {(workspace) => (
          <SearchParamTabs
            open={tab}
            linkTo={(name) => (name === 'overview' ? paths.workspace(slug) : paths.workspaceTab(slug, name))}
            tabs={tabs(workspace).map((one) => ({ ...one, label: t(`workspaces.tabs.${one.name}`) }))}
          />
        )}
      </QueryBoundary>
    </Page>
  );
};

const Actions = ({ workspace }: { workspace: Workspace }) => {
  const { t } = useTranslation();
  const [deleting, remove] = useDisclosure();
  return (
    <>
      <MoreMenu isOfPage name={workspace.name}>
        <DeleteItem onClick={remove.open}>{t('workspaces.delete.action')}</DeleteItem>
      </MoreMenu>
      <DeleteWorkspaceDialog targets={[workspace]} opened={deleting} onClose={remove.close} />
    </>
  );
};

const Overview = ({ me, workspace }: { me: Me; workspace: Workspace }) => (
  <Grid gap="var(--castellan-gap)">
    <Grid.Col span={{ base: 12, md: 4 }} order={{ base: 1, md: 2 }}>
      <WorkspaceSummary me={me} workspace={workspace} />
    </Grid.Col>
    <Grid.Col span={{ base: 12, md: 8 }} order={{ base: 2, md: 1 }}>
      <WorkspaceHealth me={me} workspace={workspace} />
    </Grid.Col>
  </Grid>
);
