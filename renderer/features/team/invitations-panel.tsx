import { Button, NativeSelect, Table, VisuallyHidden } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { invitationStatuses } from '#shared/contract/team/resources.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { LinkReachNotice } from '../../components/link-reach-notice.tsx';
import { ListFilters } from '../../components/list-filters.tsx';
import { usePagedQuery } from '../../components/paged-list.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { ClearFilters, EmptyState } from '../../components/query-boundary.tsx';
import { SavedViews } from '../../components/saved-views.tsx';
import { useTask } from '../../components/use-task.ts';
import { choiceParam, present, readInvitationFilters } from '../../search-params.ts';
import { useSendsEmail } from './invitation-links.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { InvitationTask } from './invitation-task.tsx';
import type { Invitation, InvitationAction } from './team.logic.ts';
import { useTeamSearch } from './use-team.ts';

/** Invitations. The service searches, filters and pages; the URL holds the state. */
export const InvitationsPanel = ({ me, onInvite }: { me: Me; onInvite: () => void }) => {
  const { t } = useTranslation();
  const { search, change } = useTeamSearch();
  const { q, state = 'pending', page = 1 } = search;
  const trpc = useTRPC();
  const list = usePagedQuery(
    (slice) =>
      trpc.team.listInvitations.queryOptions({
        tenant_id: me.tenant_id,
        ...slice,
        ...present({ status: state === 'all' ? undefined : state, q }),
      }),
    { page, onPage: (number) => change({ page: number }) },
  );
  const { start, task } = useTask<Invitation, InvitationAction>();
  const sendsEmail = useSendsEmail(me);
  const filtered = state !== 'pending' || q !== undefined;
  return (
    <div className="surface">
      <ListFilters
        label={t('team.invitations.search')}
        q={q}
        onSearch={(text) => change({ q: text })}
        set={state === 'pending' ? 0 : 1}
      >
        <NativeSelect
          aria-label={t('team.invitations.filter')}
          value={state}
          data={[
            { value: 'all', label: t('team.invitations.everyState') },
            ...invitationStatuses.map((value) => ({ value, label: t(`team.states.${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            change({
              state: value === 'pending' ? undefined : choiceParam(value, [...invitationStatuses, 'all'] as const),
            })
          }
        />
        <SavedViews
          storageKey={`castellan-invitation-views-${me.user_id}`}
          search={search}
          readFilters={readInvitationFilters}
          onOpen={(view) => change({ q: undefined, state: undefined, ...view })}
        />
      </ListFilters>
      {sendsEmail && <LinkReachNotice />}
      <PagedTable
        list={list}
        subject={t('team.invitations.what')}
        counted={(count) => t('team.invitations.counted', { count })}
        empty={
          <EmptyState
            icon={<IconMailPlus />}
            title={filtered ? t('team.invitations.noMatch.title') : t('team.invitations.none.title')}
            action={
              filtered ? (
                <ClearFilters onClear={() => change({ q: undefined, state: undefined })} />
              ) : (
                <Button onClick={onInvite}>{t('team.invitations.none.action')}</Button>
              )
            }
          >
            {filtered ? t('team.invitations.noMatch.text') : t('team.invitations.none.text')}
          </EmptyState>
        }
        label={t('team.invitations.table')}
        head={
          <>
            <Table.Th>{t('common.email')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('team.invitations.columns.role')}</Table.Th>
            <Table.Th>{t('team.invitations.columns.state')}</Table.Th>
            <Table.Th visibleFrom="md">{t('team.invitations.columns.sent')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('team.invitations.columns.expires')}</Table.Th>
            <Table.Th visibleFrom="md">{t('team.invitations.columns.invitedBy')}</Table.Th>
            <Table.Th w={1}>
              <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
            </Table.Th>
          </>
        }
      >
        {({ invitations }) =>
          invitations.map((invitation) => (
            <InvitationRow key={invitation.invitation_id} me={me} invitation={invitation} onStart={start} />
          ))
        }
      </PagedTable>
      {task && <InvitationTask {...task} />}
    </div>
  );
};
