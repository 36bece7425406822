import { Button, NativeSelect } from '@mantine/core';
import { IconDownload, IconUsers } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { memberStatuses } from '#shared/contract/team/resources.ts';
import { may } from '#shared/rules/permissions.ts';
import { roles } from '#shared/rules/roles.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { ListFilters } from '../../components/list-filters.tsx';
import { PagedList, usePagedQuery } from '../../components/paged-list.tsx';
import { ClearFilters, EmptyState } from '../../components/query-boundary.tsx';
import { SavedViews } from '../../components/saved-views.tsx';
import { useTask } from '../../components/use-task.ts';
import { choiceParam, present, readMemberFilters } from '../../search-params.ts';
import type { MemberCommand } from './member-commands.ts';
import { emptySelection, type MemberSelection, refreshed, select } from './member-selection.ts';
import { MemberTask } from './member-task.tsx';
import { MembersTable } from './members-table.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { Member } from './team.logic.ts';
import { type MembersQuery, useAllMembers, useExportMembers } from './use-export-members.ts';
import { useTeamSearch } from './use-team.ts';

/** Members. The service searches, filters, sorts and pages; the URL holds the state. */
export const MembersPanel = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const { search, change } = useTeamSearch();
  const { q, role, status, sort = 'name', order = 'asc', page = 1 } = search;
  const trpc = useTRPC();
  const [selection, setSelection] = useState<MemberSelection>(emptySelection);
  const { start, task } = useTask<Member, MemberCommand>();
  const asked: MembersQuery = { tenant_id: me.tenant_id, sort, order, ...present({ q, role, status }) };
  const list = usePagedQuery((slice) => trpc.team.listMembers.queryOptions({ ...asked, ...slice }), {
    page,
    onPage: (number) => change({ page: number }),
    prefetchesNext: true,
  });
  // Render the rows at low priority, so that typing and clicking never wait for them.
  const data = useDeferredValue(list.data);
  const isStale = list.isStale || data !== list.data;

  // Keep newer data of selected members, so that it's still there on another page.
  const shown = data ? refreshed(selection, data.users) : selection;
  if (shown !== selection) setSelection(shown);
  const onSelect = useCallback(
    (members: readonly Member[], selected: boolean) => setSelection((before) => select(before, members, selected)),
    [],
  );
  const filtered = q !== undefined || role !== undefined || status !== undefined;

  return (
    <div className="surface">
      <MembersFilters me={me} asked={asked} />
      {/* The bar shows the total only beside members that were chosen from the list. */}
      <SelectionBar me={me} selection={shown} onSelection={setSelection} asked={asked} total={data?.total ?? 0} />
      <PagedList
        list={{ ...list, data, isStale }}
        subject={t('team.members.what')}
        counted={(count) => t('team.members.counted', { count })}
      >
        {({ users }) =>
          users.length === 0 ? (
            <EmptyState
              icon={<IconUsers />}
              title={filtered ? t('team.members.noMatch.title') : t('team.members.none.title')}
              action={
                filtered && (
                  <ClearFilters onClear={() => change({ q: undefined, role: undefined, status: undefined })} />
                )
              }
            >
              {filtered ? t('team.members.noMatch.text') : t('team.members.none.text')}
            </EmptyState>
          ) : (
            <MembersTable
              me={me}
              users={users}
              sort={{ key: sort, descending: order === 'desc' }}
              onSort={({ key, descending }) =>
                change({ sort: key === 'name' ? undefined : key, order: descending ? 'desc' : undefined })
              }
              selection={may(me, 'team.manage') ? shown : undefined}
              onSelect={onSelect}
              onStart={start}
            />
          )
        }
      </PagedList>
      {task && <MemberTask {...task} onDone={(done) => task.name === 'remove' && onSelect(done, false)} />}
    </div>
  );
};

const noFilters = { q: undefined, role: undefined, status: undefined, sort: undefined, order: undefined };

/** Filters by text, role and status, and exports the result. */
const MembersFilters = ({ me, asked }: { me: Me; asked: MembersQuery }) => {
  const { t } = useTranslation();
  const { search, change } = useTeamSearch();
  const readAll = useAllMembers();
  const download = useExportMembers();
  return (
    <ListFilters
      label={t('team.members.search')}
      q={search.q}
      onSearch={(text) => change({ q: text })}
      set={Object.keys(present({ role: search.role, status: search.status })).length}
    >
      <NativeSelect
        aria-label={t('team.members.filterRole')}
        value={search.role ?? ''}
        data={[
          { value: '', label: t('team.members.everyRole') },
          ...roles.map((value) => ({ value, label: t(`team.roles.${value}`) })),
        ]}
        onChange={(event) => change({ role: choiceParam(event.currentTarget.value, roles) })}
      />
      <NativeSelect
        aria-label={t('team.members.filterStatus')}
        value={search.status ?? ''}
        data={[
          { value: '', label: t('team.members.present') },
          ...memberStatuses.map((value) => ({ value, label: t(`team.statuses.${value}`) })),
        ]}
        onChange={(event) => change({ status: choiceParam(event.currentTarget.value, memberStatuses) })}
      />
      <SavedViews
        storageKey={`castellan-member-views-${me.user_id}`}
        search={search}
        readFilters={readMemberFilters}
        onOpen={(view) => change({ ...noFilters, ...view })}
      />
      <Button
        variant="default"
        ml={{ sm: 'auto' }}
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate(() => readAll(asked))}
      >
        {t('team.export.action')}
      </Button>
    </ListFilters>
  );
};
