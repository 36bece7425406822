import { Button, NativeSelect } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invitationStatuses } from '#shared/contract/team/resources.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { LinkReachNotice } from '../../components/link-reach-notice.tsx';
import { ListFilters } from '../../components/list-filters.tsx';
import { PagedList, usePagedQuery } from '../../components/paged-list.tsx';
import { ClearFilters, EmptyState } from '../../components/query-boundary.tsx';
import { SavedViews } from '../../components/saved-views.tsx';
import type { SelectRows } from '../../components/selection.logic.ts';
import { useTask } from '../../components/use-task.ts';
import { choiceParam, present, readInvitationFilters } from '../../search-params.ts';
import { useSendsEmail } from './invitation-links.tsx';
import { InvitationTask } from './invitation-task.tsx';
import { type InvitationSelection, InvitationsBar, noInvitations, refreshed, select } from './invitations-bulk.tsx';
import { InvitationsTable } from './invitations-table.tsx';
import type { Invitation, InvitationAction } from './team.logic.ts';
import { useTeamSearch } from './use-team.ts';

/** Invitations. The service searches, filters and pages; the URL holds the state. */
export const InvitationsPanel = ({ me, onInvite }: { me: Me; onInvite: () => void }) => {
  const { t } = useTranslation();
  const { search, change } = useTeamSearch();
  const { q, state = 'pending', page = 1 } = search;
  const trpc = useTRPC();
  const asked = { tenant_id: me.tenant_id, ...present({ status: state === 'all' ? undefined : state, q }) };
  const list = usePagedQuery((slice) => trpc.team.listInvitations.queryOptions({ ...asked, ...slice }), {
    page,
    onPage: (number) => change({ page: number }),
  });
  const [selection, setSelection] = useState<InvitationSelection>(noInvitations);
  const { data } = list;
  const shown = data ? refreshed(selection, data.invitations) : selection;
  if (shown !== selection) setSelection(shown);
  const onSelect: SelectRows<Invitation> = (invitations, selected) =>
    setSelection((before) => select(before, invitations, selected));
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
      {/* The bar shows the total only beside invitations that were chosen from the list. */}
      <InvitationsBar me={me} selection={shown} onSelection={setSelection} asked={asked} total={data?.total ?? 0} />
      <PagedList
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
                <Button size="xs" onClick={onInvite}>
                  {t('team.invitations.none.action')}
                </Button>
              )
            }
          >
            {filtered ? t('team.invitations.noMatch.text') : t('team.invitations.none.text')}
          </EmptyState>
        }
      >
        {({ invitations }) => (
          <InvitationsTable me={me} invitations={invitations} selection={shown} onSelect={onSelect} onStart={start} />
        )}
      </PagedList>
      {task && <InvitationTask {...task} />}
    </div>
  );
};
