import { Badge, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFolders } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { EmptyState, QueryBoundary } from '../../components/query-boundary.tsx';
import { RemoveButton } from '../../components/remove-button.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { RowText } from '../../components/row-text.tsx';
import { useUndoable } from '../../components/use-undoable.ts';
import { WorkspaceRoleSelect } from '../../components/workspace-role-select.tsx';
import type { Translate } from '../../languages/translate.ts';
import { paths } from '../../paths.ts';
import { AddToWorkspace } from './add-to-workspace.tsx';
import { type Member, type MemberWorkspace, workspaceRoleDisabledReason } from './team.logic.ts';
import { useRefreshTeam } from './use-team.ts';

const groupNames = ({ groups }: MemberWorkspace): string => groups.map(({ name }) => name).join(', ');

const throughText = (workspace: MemberWorkspace, t: Translate): string | undefined =>
  workspace.groups.length === 0 ? undefined : t('team.groups.through', { groups: groupNames(workspace) });

/** Why nobody can take the member out of the workspace itself. */
const noOwnRoleReason = (workspace: MemberWorkspace, t: Translate): string | undefined => {
  if (workspace.own_role !== null) return undefined;
  return workspace.role === null
    ? t('team.workspaces.noRole')
    : t('team.groups.onlyThrough', { groups: groupNames(workspace) });
};

/** A member's workspaces and roles, editable for users with permission. */
export const MemberWorkspaces = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const refreshTeam = useRefreshTeam();
  const [left, setLeft] = useState<MemberWorkspace>();
  const [leaving, leave] = useDisclosure();
  const { user_id, name } = member;
  const target = { tenant_id: me.tenant_id, user_id };
  const query = useQuery(trpc.team.listMemberWorkspaces.queryOptions(target));
  const set = useMutation(
    trpc.workspaces.setWorkspaceMember.mutationOptions({
      onSuccess: async (_, { slug, role }) => {
        await refreshTeam();
        const workspace = query.data?.workspaces.find((known) => known.slug === slug)?.name ?? slug;
        notifyDone(t('team.workspaces.changed', { name, workspace, role: t(`roles.workspace.${role}`) }));
      },
      onError: (error) => notifyFailure(t('team.workspaces.notChanged'), error),
    }),
  );
  const remove = useMutation(trpc.workspaces.removeWorkspaceMember.mutationOptions());
  const client = useTRPCClient();
  const undoable = useUndoable();
  /** Who has left can't let themselves in again, so that asks. */
  const ask = (workspace: MemberWorkspace) => {
    setLeft(workspace);
    leave.open();
  };
  const takeOut = ({ slug, name: workspace, own_role }: MemberWorkspace) =>
    undoable({
      change: async () => {
        await client.workspaces.removeWorkspaceMember.mutate({ ...target, slug });
        await refreshTeam();
        return own_role !== null;
      },
      done: t('team.workspaces.takeOut.done', { name, workspace }),
      failed: t('team.workspaces.takeOut.failed'),
      undo: async () => {
        if (own_role !== null) await client.workspaces.setWorkspaceMember.mutate({ ...target, slug, role: own_role });
        await refreshTeam();
        return true;
      },
      undone: t('team.workspaces.takeOut.undone', { name, workspace }),
    });
  const adds = may(me, 'workspaces.manage') && member.status !== 'removed';

  return (
    <Section title={t('team.workspaces.title')}>
      <QueryBoundary state={query} subject={t('team.workspaces.what')}>
        {({ workspaces }) =>
          workspaces.length === 0 ? (
            <EmptyState
              icon={<IconFolders />}
              title={t(may(me, 'workspaces.read') ? 'team.workspaces.none.title' : 'team.workspaces.none.shared')}
            >
              {adds ? t('team.workspaces.none.add') : !may(me, 'workspaces.read') && t('team.workspaces.none.text')}
            </EmptyState>
          ) : (
            <DataTable
              label={t('team.workspaces.table', { name })}
              head={
                <>
                  <Table.Th>{t('team.workspaces.columns.workspace')}</Table.Th>
                  <Table.Th>{t('team.workspaces.columns.role')}</Table.Th>
                  <Table.Th w={1}>
                    <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
                  </Table.Th>
                </>
              }
            >
              {workspaces.map((workspace) => {
                const disabledReason = workspaceRoleDisabledReason(me, member, workspace, t);
                return (
                  <Table.Tr key={workspace.workspace_id}>
                    <Table.Td>
                      <RowText detail={throughText(workspace, t)}>
                        <Group component="span" gap="xs" display="inline-flex">
                          <AnchorLink
                            {...paths.workspace(workspace.slug)}
                            size="sm"
                            fw={600}
                            className="break-anywhere"
                          >
                            {workspace.name}
                          </AnchorLink>
                          {workspace.owned && <Badge size="xs">{t('team.workspaces.owned')}</Badge>}
                        </Group>
                      </RowText>
                    </Table.Td>
                    <Table.Td>
                      {disabledReason === undefined ? (
                        <WorkspaceRoleSelect
                          label={t('team.workspaces.roleIn', { workspace: workspace.name })}
                          value={workspace.role}
                          noRole={t('team.workspaces.noRole')}
                          isDisabled={set.isPending}
                          onRole={(role) => set.mutate({ ...target, slug: workspace.slug, role })}
                        />
                      ) : (
                        <Text size="sm">
                          {workspace.role === null
                            ? t('team.workspaces.noRole')
                            : t(`roles.workspace.${workspace.role}`)}
                        </Text>
                      )}
                    </Table.Td>
                    <Table.Td>
                      {disabledReason === undefined && (
                        <DisabledWithReason reason={noOwnRoleReason(workspace, t)}>
                          <RemoveButton
                            label={t('team.workspaces.takeOut.of', { workspace: workspace.name })}
                            onClick={() => (user_id === me.user_id ? ask(workspace) : void takeOut(workspace))}
                          />
                        </DisabledWithReason>
                      )}
                    </Table.Td>
                  </Table.Tr>
                );
              })}
            </DataTable>
          )
        }
      </QueryBoundary>
      {adds && query.data && (
        <AddToWorkspace
          me={me}
          known={query.data.workspaces}
          onAdd={(slug, role) => set.mutateAsync({ ...target, slug, role })}
        />
      )}
      <ConfirmDialog
        opened={leaving}
        onClose={leave.close}
        title={t('team.workspaces.takeOut.title', { name, workspace: left?.name ?? '' })}
        consequences={[t('team.workspaces.takeOut.access'), t('team.workspaces.takeOut.stays')]}
        action={t('team.workspaces.takeOut.action')}
        onConfirm={async () => {
          if (!left) return;
          await remove.mutateAsync({ ...target, slug: left.slug });
          notifyDone(t('team.workspaces.takeOut.done', { name, workspace: left.name }));
          await refreshTeam();
        }}
      />
    </Section>
  );
};
