import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { listWorkspaceMembers } from '#shared/contract/workspaces/list-workspace-members.ts';
import type { WorkspaceRole } from '#shared/rules/roles.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { usePagedQuery } from '../../components/paged-list.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { EmptyState } from '../../components/query-boundary.tsx';
import { RemoveButton } from '../../components/remove-button.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { RowText } from '../../components/row-text.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useUndoable } from '../../components/use-undoable.ts';
import { WorkspaceRoleSelect } from '../../components/workspace-role-select.tsx';
import { paths } from '../../paths.ts';
import { AddMember } from './add-member.tsx';
import { settingsDisabledReason, type Workspace } from './workspaces.logic.ts';

type WorkspaceMember = OutputOf<typeof listWorkspaceMembers>['members'][number];

interface WorkspaceMembersProps {
  me: Me;
  workspace: Workspace;
  page: number;
  onPage: (page: number) => void;
}

/** Who belongs to a workspace, in which role, and who granted it. */
export const WorkspaceMembers = ({ me, workspace, page, onPage }: WorkspaceMembersProps) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [removing, setRemoving] = useState<WorkspaceMember>();
  const [adding, { toggle }] = useDisclosure();
  const disabledReason = settingsDisabledReason(me, workspace, t);
  const target = { tenant_id: me.tenant_id, slug: workspace.slug };
  const list = usePagedQuery((slice) => trpc.workspaces.listWorkspaceMembers.queryOptions({ ...target, ...slice }), {
    page,
    onPage,
  });
  const refresh = () => queryClient.invalidateQueries(trpc.workspaces.pathFilter());
  const set = useMutation(
    trpc.workspaces.setWorkspaceMember.mutationOptions({
      onSuccess: async ({ name, role }) => {
        await refresh();
        notifyDone(
          t('workspaces.members.set', { name, role: t(`roles.workspace.${role}`), workspace: workspace.name }),
        );
      },
      onError: (error) => notifyFailure(t('workspaces.members.notSet'), error),
    }),
  );
  const remove = useMutation(trpc.workspaces.removeWorkspaceMember.mutationOptions());
  const client = useTRPCClient();
  const undoable = useUndoable();
  const takeOut = ({ user_id, name, own_role }: WorkspaceMember) =>
    undoable({
      change: async () => {
        await client.workspaces.removeWorkspaceMember.mutate({ ...target, user_id });
        await refresh();
        return own_role !== null;
      },
      done: t('workspaces.remove.done', { name, workspace: workspace.name }),
      failed: t('workspaces.remove.failed'),
      undo: async () => {
        if (own_role !== null)
          await client.workspaces.setWorkspaceMember.mutate({ ...target, user_id, role: own_role });
        await refresh();
        return true;
      },
      undone: t('workspaces.remove.undone', { name, workspace: workspace.name }),
    });

  return (
    <Section
      isTab
      title={t('workspaces.members.title')}
      lead={t('workspaces.members.lead')}
      actions={
        <DisabledWithReason reason={disabledReason}>
          <Button
            variant="default"
            size="xs"
            hiddenFrom="xs"
            aria-expanded={adding}
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={toggle}
          >
            {t('workspaces.add.open')}
          </Button>
        </DisabledWithReason>
      }
    >
      <PagedTable
        list={list}
        subject={t('workspaces.members.what')}
        counted={(count) => t('workspaces.members.counted', { count })}
        empty={
          <EmptyState icon={<IconUsers />} title={t('workspaces.members.none.title')}>
            {t('workspaces.members.none.text')}
          </EmptyState>
        }
        label={t('workspaces.members.table')}
        head={
          <>
            <Table.Th w="34%">{t('workspaces.members.name')}</Table.Th>
            <Table.Th>{t('workspaces.members.role')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('workspaces.members.grantedBy')}</Table.Th>
            <Table.Th w={1}>
              <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
            </Table.Th>
          </>
        }
      >
        {({ members }) =>
          members.map((member) => (
            <WorkspaceMemberRow
              key={member.user_id}
              member={member}
              disabledReason={disabledReason}
              isPending={set.isPending}
              onRole={(role) => set.mutate({ ...target, user_id: member.user_id, role })}
              // Who has left can't let themselves in again, so that asks.
              onRemove={() => (member.user_id === me.user_id ? setRemoving(member) : void takeOut(member))}
            />
          ))
        }
      </PagedTable>
      <AddMember
        isOpened={adding}
        me={me}
        disabledReason={disabledReason}
        onAdd={(input) => set.mutateAsync({ ...target, ...input })}
      />
      <ConfirmDialog
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t('workspaces.remove.title', { name: removing?.name, workspace: workspace.name })}
        consequences={[t('workspaces.remove.access'), t('workspaces.remove.stays')]}
        action={t('workspaces.remove.action')}
        onConfirm={async () => {
          if (!removing) return;
          await remove.mutateAsync({ ...target, user_id: removing.user_id });
          notifyDone(t('workspaces.remove.done', { name: removing.name, workspace: workspace.name }));
          await refresh();
        }}
      />
    </Section>
  );
};

interface WorkspaceMemberRowProps {
  member: WorkspaceMember;
  disabledReason: string | undefined;
  isPending: boolean;
  onRole: (role: WorkspaceRole) => void;
  onRemove: () => void;
}

const WorkspaceMemberRow = (props: WorkspaceMemberRowProps) => {
  const { member, disabledReason, isPending, onRole, onRemove } = props;
  const { t } = useTranslation();
  const through = member.groups.map(({ name }) => name).join(', ');
  return (
    <Table.Tr>
      <Table.Td>
        <RowText detail={member.email}>
          <AnchorLink {...paths.member(member.user_id)} size="sm" fw={600}>
            {member.name}
          </AnchorLink>
        </RowText>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          <GrantOrigin member={member} />
        </Text>
      </Table.Td>
      <Table.Td>
        <WorkspaceRoleSelect
          label={t('workspaces.members.roleOf', { name: member.name })}
          value={member.role}
          isDisabled={disabledReason !== undefined || isPending}
          onRole={onRole}
        />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c="dimmed">
          <GrantOrigin member={member} />
        </Text>
      </Table.Td>
      <Table.Td>
        {disabledReason === undefined && (
          <DisabledWithReason
            reason={member.own_role === null ? t('team.groups.onlyThrough', { groups: through }) : undefined}
          >
            <RemoveButton label={t('workspaces.remove.label', { name: member.name })} onClick={onRemove} />
          </DisabledWithReason>
        )}
      </Table.Td>
    </Table.Tr>
  );
};

/** Who granted a role of their own, and the groups that give one. */
const GrantOrigin = ({ member: { granted_at, granted_by, groups } }: { member: WorkspaceMember }) => {
  const { t } = useTranslation();
  const through = groups.length > 0 && t('team.groups.through', { groups: groups.map(({ name }) => name).join(', ') });
  if (granted_at === null) return through || '–';
  return (
    <>
      {granted_by?.name ?? t('audit.erased')} · <Timestamp value={granted_at} />
      {through && ` · ${through}`}
    </>
  );
};
