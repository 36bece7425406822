import { Table, Text, VisuallyHidden } from '@mantine/core';
import { IconFolders } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { listGroupWorkspaces } from '#shared/contract/groups/list-group-workspaces.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { WorkspaceRole } from '#shared/rules/roles.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { EmptyState, QueryBoundary } from '../../components/query-boundary.tsx';
import { RemoveButton } from '../../components/remove-button.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { WorkspaceRoleSelect } from '../../components/workspace-role-select.tsx';
import { paths } from '../../paths.ts';
import { AddToWorkspace } from './add-to-workspace.tsx';
import type { TeamGroup } from './group-dialogs.tsx';
import { useRefreshTeam } from './use-team.ts';

type GroupWorkspace = OutputOf<typeof listGroupWorkspaces>['workspaces'][number];

/** The workspaces that a group opens, and the role that it gives there. */
export const GroupWorkspaces = ({ me, group }: { me: Me; group: TeamGroup }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const refresh = useRefreshTeam();
  const [left, setLeft] = useState<GroupWorkspace>();
  const { name } = group;
  const of = { tenant_id: me.tenant_id, group_id: group.group_id };
  const query = useQuery(trpc.groups.listGroupWorkspaces.queryOptions(of));
  const set = useMutation(
    trpc.groups.setGroupWorkspace.mutationOptions({
      onSuccess: async ({ name: workspace, role }) => {
        await refresh();
        notifyDone(t('team.groups.workspaces.set', { name, workspace, role: t(`roles.workspace.${role}`) }));
      },
      onError: (error) => notifyFailure(t('team.groups.workspaces.notSet'), error),
    }),
  );
  const remove = useMutation(trpc.groups.removeGroupWorkspace.mutationOptions());
  return (
    <Section title={t('team.groups.workspaces.title')} lead={t('team.groups.workspaces.lead')}>
      <QueryBoundary state={query} subject={t('team.groups.workspaces.what')}>
        {({ workspaces }) =>
          workspaces.length === 0 ? (
            <EmptyState icon={<IconFolders />} title={t('team.groups.workspaces.none.title')}>
              {t('team.groups.workspaces.none.text')}
            </EmptyState>
          ) : (
            <DataTable
              label={t('team.groups.workspaces.table', { name })}
              head={
                <>
                  <Table.Th w="34%">{t('team.workspaces.columns.workspace')}</Table.Th>
                  <Table.Th>{t('team.workspaces.columns.role')}</Table.Th>
                  <Table.Th visibleFrom="sm">{t('team.groups.workspaces.granted')}</Table.Th>
                  <Table.Th w={1}>
                    <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
                  </Table.Th>
                </>
              }
            >
              {workspaces.map((workspace) => (
                <WorkspaceRow
                  key={workspace.workspace_id}
                  workspace={workspace}
                  isPending={set.isPending}
                  onRole={(role) => set.mutate({ ...of, slug: workspace.slug, role })}
                  onRemove={() => setLeft(workspace)}
                />
              ))}
            </DataTable>
          )
        }
      </QueryBoundary>
      {query.data && (
        <AddToWorkspace
          me={me}
          known={query.data.workspaces}
          onAdd={(slug, role) => set.mutateAsync({ ...of, slug, role })}
        />
      )}
      <ConfirmDialog
        opened={left !== undefined}
        onClose={() => setLeft(undefined)}
        title={t('team.groups.workspaces.remove.title', { name, workspace: left?.name })}
        consequences={[t('team.groups.workspaces.remove.access')]}
        action={t('team.groups.workspaces.remove.action')}
        onConfirm={async () => {
          if (!left) return;
          await remove.mutateAsync({ ...of, slug: left.slug });
          notifyDone(t('team.groups.workspaces.remove.done', { name, workspace: left.name }));
          await refresh();
        }}
      />
    </Section>
  );
};

interface WorkspaceRowProps {
  workspace: GroupWorkspace;
  isPending: boolean;
  onRole: (role: WorkspaceRole) => void;
  onRemove: () => void;
}

const WorkspaceRow = ({ workspace, isPending, onRole, onRemove }: WorkspaceRowProps) => {
  const { t } = useTranslation();
  return (
    <Table.Tr>
      <Table.Td>
        <AnchorLink {...paths.workspace(workspace.slug)} size="sm" fw={600} className="break-anywhere">
          {workspace.name}
        </AnchorLink>
      </Table.Td>
      <Table.Td>
        <WorkspaceRoleSelect
          label={t('team.workspaces.roleIn', { workspace: workspace.name })}
          value={workspace.role}
          isDisabled={isPending}
          onRole={onRole}
        />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c="dimmed">
          {workspace.granted_by?.name ?? t('audit.erased')} · <Timestamp value={workspace.granted_at} />
        </Text>
      </Table.Td>
      <Table.Td>
        <RemoveButton label={t('team.groups.workspaces.remove.of', { workspace: workspace.name })} onClick={onRemove} />
      </Table.Td>
    </Table.Tr>
  );
};
