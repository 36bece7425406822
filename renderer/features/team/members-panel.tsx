import { Group, NativeSelect, Table, VisuallyHidden } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { roles } from '#shared/roles.ts';
import { useTRPC } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { DataTable, SortableTh } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { Loadable } from '../../components/loadable.tsx';
import { Pager } from '../../components/pager.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { choiceParam, present } from '../../search-params.ts';
import { MemberRow } from './member-row.tsx';
import { roleLabels, statusLabels } from './team.rules.ts';
import { readTeamSearch, type TeamSearch } from './team-search.ts';

const pageSize = 25;
const statuses = ['active', 'pending_deletion', 'removed'] as const;

/** The members, searched, filtered, sorted and paged by the service; the address holds all of it. */
export const MembersPanel = ({ me }: { me: Me }) => {
  const search = useSearch({ from: '/shell/dashboard/team' });
  const navigate = useNavigate({ from: '/dashboard/team' });
  const { q, role, status, sort = 'name', order = 'asc', page = 1 } = search;
  const trpc = useTRPC();
  const query = useQuery(
    trpc.team.listMembers.queryOptions(
      {
        tenant_id: me.tenant_id,
        limit: pageSize,
        offset: (page - 1) * pageSize,
        sort,
        order,
        ...present({ q, role, status }),
      },
      { placeholderData: keepPreviousData },
    ),
  );
  /** Another filter begins at its first page. */
  const change = (given: { [Key in keyof TeamSearch]?: unknown }) =>
    void navigate({ search: (previous) => readTeamSearch({ ...previous, page: undefined, ...given }), replace: true });
  const filtered = q !== undefined || role !== undefined || status !== undefined;
  const sorting = {
    sort: { key: sort, descending: order === 'desc' },
    onSort: ({ key, descending }: { key: string; descending: boolean }) =>
      change({ sort: key === 'name' ? undefined : key, order: descending ? 'desc' : undefined }),
  };

  return (
    <div className="surface">
      <Group p="md" gap="sm" role="search">
        <SearchInput label="Search by name or e-mail" value={q ?? ''} onSearch={(text) => change({ q: text })} />
        <NativeSelect
          aria-label="Filter by role"
          value={role ?? ''}
          data={[{ value: '', label: 'Every role' }, ...roles.map((value) => ({ value, label: roleLabels[value] }))]}
          onChange={(event) => change({ role: choiceParam(event.currentTarget.value, roles) })}
        />
        <NativeSelect
          aria-label="Filter by status"
          value={status ?? ''}
          data={[
            { value: '', label: 'Present members' },
            ...statuses.map((value) => ({ value, label: statusLabels[value] })),
          ]}
          onChange={(event) => change({ status: choiceParam(event.currentTarget.value, statuses) })}
        />
      </Group>
      <Loadable state={query} what="The members">
        {({ users, total }) => (
          <>
            {users.length === 0 ? (
              <Empty icon={<IconUsers />} title={filtered ? 'Nobody matches' : 'Nobody is here'}>
                {filtered ? 'Try another word, or take a filter away.' : 'Invite the first member of your team.'}
              </Empty>
            ) : (
              <DataTable
                label="Members"
                head={
                  <>
                    <SortableTh by="name" {...sorting}>
                      Name
                    </SortableTh>
                    <SortableTh by="role" {...sorting}>
                      Role
                    </SortableTh>
                    <Table.Th visibleFrom="sm">Status</Table.Th>
                    <SortableTh by="last_login" visibleFrom="md" {...sorting}>
                      Last login
                    </SortableTh>
                    <Table.Th w={1}>
                      <VisuallyHidden>Actions</VisuallyHidden>
                    </Table.Th>
                  </>
                }
              >
                {users.map((member) => (
                  <MemberRow key={member.user_id} me={me} member={member} />
                ))}
              </DataTable>
            )}
            <Pager
              page={page}
              pageSize={pageSize}
              total={total}
              what={total === 1 ? 'member' : 'members'}
              onPage={(next) => change({ page: next })}
            />
          </>
        )}
      </Loadable>
    </div>
  );
};
