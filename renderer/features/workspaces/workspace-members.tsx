import { ActionIcon, NativeSelect, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconUserMinus, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { listWorkspaceMembers } from '#shared/contract/workspaces/list-workspace-members.ts';
import { workspaceRoles } from '#shared/roles.ts';
import { useTRPC } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { Loadable } from '../../components/loadable.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { Pager } from '../../components/pager.tsx';
import { Reasoned } from '../../components/reasoned.tsx';
import { choiceParam } from '../../search-params.ts';
import { AddMember } from './add-member.tsx';
import { settingsRefusal, type Workspace } from './workspaces.rules.ts';

type WorkspaceMember = OutputOf<typeof listWorkspaceMembers>['members'][number];

const pageSize = 25;

export const WorkspaceMembers = ({ me, workspace }: { me: Me; workspace: Workspace }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [page, setPage] = useState(1);
  const [removing, setRemoving] = useState<WorkspaceMember>();
  const refusal = settingsRefusal(me.role, workspace);
  const target = { tenant_id: me.tenant_id, slug: workspace.slug };
  const query = useQuery(
    trpc.workspaces.listWorkspaceMembers.queryOptions(
      { ...target, limit: pageSize, offset: (page - 1) * pageSize },
      { placeholderData: keepPreviousData },
    ),
  );
  const refresh = () => queryClient.invalidateQueries(trpc.workspaces.pathFilter());
  const set = useMutation(
    trpc.workspaces.setWorkspaceMember.mutationOptions({
      onSuccess: async ({ name, role }) => {
        await refresh();
        notifyDone(`${name} is ${role} of ${workspace.name} now.`);
      },
      onError: (error) => notifyFailure('The role was not changed', error),
    }),
  );
  const remove = useMutation(trpc.workspaces.removeWorkspaceMember.mutationOptions());

  return (
    <Section title="Members" lead="Admins change the workspace, Members work in it, Viewers look on.">
      <AddMember
        me={me}
        workspace={workspace}
        refusal={refusal}
        onAdd={(input) => set.mutateAsync({ ...target, ...input })}
      />
      <Loadable state={query} what="The members">
        {({ members, total }) =>
          members.length === 0 ? (
            <Empty icon={<IconUsers />} title="Nobody is in this workspace">
              Add somebody of the team above.
            </Empty>
          ) : (
            <>
              <DataTable
                label="Members of the workspace"
                head={
                  <>
                    <Table.Th>Name</Table.Th>
                    <Table.Th>Role</Table.Th>
                    <Table.Th w={1}>
                      <VisuallyHidden>Actions</VisuallyHidden>
                    </Table.Th>
                  </>
                }
              >
                {members.map((member) => (
                  <Table.Tr key={member.user_id}>
                    <Table.Td>
                      <Text size="sm" fw={500} className="break-anywhere">
                        {member.name}
                      </Text>
                      <Text size="xs" c="dimmed" className="break-anywhere">
                        {member.email}
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      <NativeSelect
                        size="xs"
                        w={110}
                        aria-label={`Role of ${member.name} in the workspace`}
                        value={member.role}
                        data={workspaceRoles.toReversed()}
                        disabled={refusal !== undefined || set.isPending}
                        onChange={(event) => {
                          const role = choiceParam(event.currentTarget.value, workspaceRoles);
                          if (role) set.mutate({ ...target, user_id: member.user_id, role });
                        }}
                      />
                    </Table.Td>
                    <Table.Td>
                      <Reasoned reason={refusal}>
                        <ActionIcon
                          color="red"
                          aria-label={`Take ${member.name} out of the workspace`}
                          onClick={() => setRemoving(member)}
                        >
                          <IconUserMinus size={18} aria-hidden />
                        </ActionIcon>
                      </Reasoned>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </DataTable>
              <Pager
                page={page}
                pageSize={pageSize}
                total={total}
                what={total === 1 ? 'member' : 'members'}
                onPage={setPage}
              />
            </>
          )
        }
      </Loadable>
      <ConfirmDialog
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={`Take ${removing?.name ?? ''} out of ${workspace.name}?`}
        consequences={['They lose access to this workspace at once.', 'They stay in the team and can be added again.']}
        action="Take out"
        onConfirm={async () => {
          if (!removing) return;
          await remove.mutateAsync({ ...target, user_id: removing.user_id });
          notifyDone(`${removing.name} is taken out of ${workspace.name}.`);
          await refresh();
        }}
      />
    </Section>
  );
};
