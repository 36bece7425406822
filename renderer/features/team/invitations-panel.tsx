import { Button, Group, NativeSelect, Table, VisuallyHidden } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { invitationStatuses } from '#shared/contract/resources.ts';
import { useTRPC } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { Loadable } from '../../components/loadable.tsx';
import { Pager } from '../../components/pager.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { choiceParam, present } from '../../search-params.ts';
import { InvitationRow } from './invitation-row.tsx';
import { invitationStatusLabels } from './invitation-status.tsx';
import type { Invitation } from './team.rules.ts';

const pageSize = 25;

export const InvitationsPanel = ({ me, onInvite }: { me: Me; onInvite: () => void }) => {
  const [q, setQ] = useState('');
  const [status, setStatus] = useState<Invitation['status']>();
  const [page, setPage] = useState(1);
  const trpc = useTRPC();
  const query = useQuery(
    trpc.team.listInvitations.queryOptions(
      {
        tenant_id: me.tenant_id,
        limit: pageSize,
        offset: (page - 1) * pageSize,
        ...present({ status, q: q === '' ? undefined : q }),
      },
      { placeholderData: keepPreviousData },
    ),
  );
  const filtered = status !== undefined || q !== '';
  return (
    <div className="surface">
      <Group p="md" gap="sm" role="search">
        <SearchInput
          label="Search by e-mail"
          value={q}
          onSearch={(text) => {
            setQ(text);
            setPage(1);
          }}
        />
        <NativeSelect
          aria-label="Filter by state"
          value={status ?? ''}
          data={[
            { value: '', label: 'Every state' },
            ...invitationStatuses.map((value) => ({ value, label: invitationStatusLabels[value] })),
          ]}
          onChange={(event) => {
            setStatus(choiceParam(event.currentTarget.value, invitationStatuses));
            setPage(1);
          }}
        />
      </Group>
      <Loadable state={query} what="The invitations">
        {({ invitations, total }) =>
          invitations.length === 0 ? (
            <Empty
              icon={<IconMailPlus />}
              title={filtered ? 'No invitation matches' : 'Nobody is invited yet'}
              action={!filtered && <Button onClick={onInvite}>Invite somebody</Button>}
            >
              {filtered ? 'Try another word or another state.' : 'Invitations are sent by mail and last seven days.'}
            </Empty>
          ) : (
            <>
              <DataTable
                label="Invitations"
                head={
                  <>
                    <Table.Th>E-mail</Table.Th>
                    <Table.Th visibleFrom="sm">Role</Table.Th>
                    <Table.Th>State</Table.Th>
                    <Table.Th visibleFrom="sm">Expires</Table.Th>
                    <Table.Th visibleFrom="md">Invited by</Table.Th>
                    <Table.Th w={1}>
                      <VisuallyHidden>Actions</VisuallyHidden>
                    </Table.Th>
                  </>
                }
              >
                {invitations.map((invitation) => (
                  <InvitationRow key={invitation.invitation_id} me={me} invitation={invitation} />
                ))}
              </DataTable>
              <Pager
                page={page}
                pageSize={pageSize}
                total={total}
                what={total === 1 ? 'invitation' : 'invitations'}
                onPage={setPage}
              />
            </>
          )
        }
      </Loadable>
    </div>
  );
};
