import { Table, Text, VisuallyHidden } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { listGroupMembers } from '#shared/contract/groups/list-group-members.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { Section } from '../../components/page.tsx';
import { usePagedQuery } from '../../components/paged-list.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { EmptyState } from '../../components/query-boundary.tsx';
import { RemoveButton } from '../../components/remove-button.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { RowText } from '../../components/row-text.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { useUndoable } from '../../components/use-undoable.ts';
import { paths, patterns } from '../../paths.ts';
import { present } from '../../search-params.ts';
import { AddGroupMembers } from './add-group-members.tsx';
import type { TeamGroup } from './group-dialogs.tsx';
import { useRefreshTeam } from './use-team.ts';

type GroupMember = OutputOf<typeof listGroupMembers>['members'][number];

/** Who is in a group, since when, and who added them. */
export const GroupMembers = ({ me, group }: { me: Me; group: TeamGroup }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const refresh = useRefreshTeam();
  const { page = 1 } = useSearch({ from: `/shell${patterns.group}` });
  const navigate = useNavigate({ from: patterns.group });
  const undoable = useUndoable();
  const of = { tenant_id: me.tenant_id, group_id: group.group_id };
  const list = usePagedQuery((slice) => trpc.groups.listGroupMembers.queryOptions({ ...of, ...slice }), {
    page,
    onPage: (next) =>
      void navigate({ search: present({ page: next > 1 ? next : undefined }), resetScroll: false, replace: true }),
  });
  const remove = ({ user_id, name }: GroupMember) => {
    const change = { ...of, user_ids: [user_id] };
    const send = async (operation: typeof client.groups.addGroupMembers | typeof client.groups.removeGroupMembers) => {
      const { results } = await operation.mutate(change);
      await refresh();
      return results.every(({ ok }) => ok);
    };
    return undoable({
      change: () => send(client.groups.removeGroupMembers),
      done: t('team.groups.members.remove.done', { name, group: group.name }),
      failed: t('team.groups.members.remove.failed'),
      undo: () => send(client.groups.addGroupMembers),
      undone: t('team.groups.members.remove.undone', { name, group: group.name }),
    });
  };
  return (
    <Section title={t('team.groups.members.title')}>
      <PagedTable
        list={list}
        subject={t('team.groups.members.what')}
        counted={(count) => t('team.groups.members.counted', { count })}
        empty={
          <EmptyState icon={<IconUsers />} title={t('team.groups.members.none.title')}>
            {t('team.groups.members.none.text')}
          </EmptyState>
        }
        label={t('team.groups.members.table', { name: group.name })}
        head={
          <>
            <Table.Th w="50%">{t('team.members.columns.name')}</Table.Th>
            <Table.Th>{t('team.groups.members.added')}</Table.Th>
            <Table.Th w={1}>
              <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
            </Table.Th>
          </>
        }
      >
        {({ members }) =>
          members.map((member) => (
            <Table.Tr key={member.user_id}>
              <Table.Td>
                <RowText detail={member.email}>
                  <AnchorLink {...paths.member(member.user_id)} size="sm" fw={600}>
                    {member.name}
                  </AnchorLink>
                </RowText>
              </Table.Td>
              <Table.Td>
                <Text size="sm" c="dimmed">
                  {member.added_by?.name ?? t('audit.erased')} · <Timestamp value={member.added_at} />
                </Text>
              </Table.Td>
              <Table.Td>
                <RemoveButton
                  label={t('team.groups.members.remove.of', { name: member.name })}
                  onClick={() => void remove(member)}
                />
              </Table.Td>
            </Table.Tr>
          ))
        }
      </PagedTable>
      <AddGroupMembers me={me} group={group} />
    </Section>
  );
};
